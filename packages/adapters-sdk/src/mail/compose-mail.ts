import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Mail } from '@comptoir/core/kit/mail.js';
import type { SendMailOptions } from 'nodemailer';

/** One address and nothing else: no list, no group, no display name, no comment, no control character. */
const ONE_ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:@"]{1,64}@[^\s\p{Cc}<>()[\]\\,;:@"]{1,255}$/u;

/**
 * The mail as nodemailer takes it. The recipient goes in as an address already parsed, so that its text cannot become two
 * recipients or a header. Throws `invalid_request` when it is not one address, or the subject is more than one line.
 */
export function composeMail(from: string, { to, subject, text, html }: Mail): SendMailOptions {
  if (!ONE_ADDRESS.test(to)) throw new DomainError('invalid_request', { message: 'A mail goes to one address.' });
  if (/\p{Cc}/u.test(subject)) throw new DomainError('invalid_request', { message: 'The subject of a mail is one line.' });
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    // RFC 3834: nobody's out-of-office reply is wanted.
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Contents are texts; that they are never fetched from somewhere is not left to their type.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
