import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Mail } from '@comptoir/core/kit/mail.js';
import type { SendMailOptions } from 'nodemailer';

/** One address and nothing else: no list, no group, no display name, no comment, no control character. */
const ONE_ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:@"]{1,64}@[^\s\p{Cc}<>()[\]\\,;:@"]{1,255}$/u;

/**
 * The mail as nodemailer takes it. The recipient goes in as an address already parsed, so that its text cannot become two
 * recipients or a header. Throws `invalid_request` when it is not one address, or a header is more than one line.
 */
export function composeMail(from: string, mail: Mail): SendMailOptions {
  const { to, subject, text, html, senderName, replyTo, id, headers = {} } = mail;
  if (![to, ...(replyTo === undefined ? [] : [replyTo])].every((address) => ONE_ADDRESS.test(address))) {
    throw new DomainError('invalid_request', { message: 'A mail goes to one address.' });
  }
  if ([subject, senderName ?? '', id ?? '', ...Object.entries(headers).flat()].some((line) => /\p{Cc}/u.test(line))) {
    throw new DomainError('invalid_request', { message: 'The subject and the headers of a mail are one line each.' });
  }
  const address = addressIn(from);
  return {
    from: senderName === undefined ? from : { name: senderName, address },
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    ...(id === undefined ? {} : { messageId: `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>` }),
    subject,
    text,
    html,
    // RFC 3834: nobody's out-of-office reply is wanted.
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    // Contents are texts; that they are never fetched from somewhere is not left to their type.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The address in `Name <address>`. */
function addressIn(from: string): string {
  return /<([^<>]+)>$/.exec(from)?.[1] ?? from;
}
