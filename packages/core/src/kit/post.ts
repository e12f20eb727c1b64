import type { Logger } from './logger.js';
import type { Mail, Mailer } from './mail.js';

/**
 * Sends a mail without keeping anybody waiting: whether an address is known must not show in the time an answer takes. Within a
 * transaction it leaves after the commit.
 */
export type Post = (mail: Mail) => void;

/** A mail that was not taken is told of in the log, without its address: people ask for another one. */
export function makePost(mailer: Mailer, logger: Logger): Post {
  return (mail) => {
    mailer.send(mail).catch((error: unknown) => logger.error({ err: error, subject: mail.subject }, 'A mail was not taken'));
  };
}
