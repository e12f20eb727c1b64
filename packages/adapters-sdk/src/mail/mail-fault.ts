import { hasCode } from '@comptoir/core/kit/errors.js';
import { MailError, type MailFault } from '@comptoir/core/kit/mail.js';

/** Codes of nodemailer (its `errors.js`) that come before any mail is handed in. */
const BEFORE_MAILS = /^(?:EDNS|ETLS|EREQUIRETLS|EAUTH|ENOAUTH|EOAUTH2|ECONFIG|EPROXY)$/;

/** What nodemailer rejected with, as the core knows it. Refusals of the product itself (`invalid_request`) stay as they are. */
export function asMailError(error: unknown): unknown {
  if (hasCode(error, 'invalid_request')) return error;
  const { code, command, responseCode, syscall } = detailsOf(error);
  const status = typeof responseCode === 'number' ? responseCode : null;
  return new MailError(faultOf(String(code), String(command), status, syscall === 'connect'), status, error);
}

/**
 * An answer of the server says that it has not taken the mail: 4xx for now, 5xx for good. To `RCPT TO` it is about the address, to
 * `DATA` about the mail, to anything else about us. Without an answer only what failed before the first mail is certain.
 */
function faultOf(code: string, command: string, status: number | null, isConnecting: boolean): MailFault {
  if (BEFORE_MAILS.test(code) || isConnecting) return 'unsent';
  if (status === null) return 'unknown';
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  if (!isAboutMail) return 'unsent';
  if (status < 500) return 'later';
  return command === 'RCPT TO' ? 'address' : 'mail';
}

interface Details {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly syscall?: unknown;
}

function detailsOf(error: unknown): Details {
  return typeof error === 'object' && error !== null ? error : {};
}
