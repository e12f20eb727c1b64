import { isIP } from 'node:net';
import { join } from 'node:path';
import type { ClosableMailer } from '@comptoir/adapters-sdk/mail/closable-mailer.js';
import { makeFileOutbox } from '@comptoir/adapters-sdk/mail/file-outbox.js';
import { makeSmtpMailer } from '@comptoir/adapters-sdk/mail/smtp-mailer.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { PublicUrls } from './addresses.js';
import type { Config } from './config.js';

/** True when nothing that should be mailed will reach anybody, or even a file: worth a warning when a server starts. */
export function lacksMail({ mail, production }: Pick<Config, 'mail' | 'production'>): boolean {
  return mail.smtp === null && production;
}

/**
 * By the configured mail server; without one, files in the data directory. In production mails are not left on a disk: there
 * sending rejects with `not_configured`.
 */
export function makeMailer(config: Config, { platform }: PublicUrls, clock: Clock, logger: Logger): ClosableMailer {
  const from = config.mail.from ?? `Comptoir <no-reply@${mailDomainOf(platform)}>`;
  if (config.mail.smtp !== null) return makeSmtpMailer({ server: config.mail.smtp, from });
  if (lacksMail(config)) return noMailer;
  const { send } = makeFileOutbox({ directory: join(config.dataDirectory, 'outbox'), from, clock, logger });
  return { send, close: async () => undefined };
}

const noMailer: ClosableMailer = {
  async send() {
    throw new DomainError('not_configured', { message: 'This server cannot send mails.' });
  },
  close: async () => undefined,
};

/** The host of the address; a number is no domain that mails could come from. */
function mailDomainOf(url: string): string {
  const { hostname } = new URL(url);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : 'localhost';
}
