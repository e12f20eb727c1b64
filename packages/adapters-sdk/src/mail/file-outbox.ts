import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@comptoir/core/kit/clock.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Mailer } from '@comptoir/core/kit/mail.js';
import { createTransport } from 'nodemailer';
import { makeDirectory } from '../files/make-directory.js';
import { composeMail } from './compose-mail.js';

export interface FileOutboxOptions {
  /** Made with the first mail, for its owner alone. */
  readonly directory: string;
  /** `Name <address>` or an address. */
  readonly from: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Keeps mails as files instead of sending them, for machines without a mail server: one `.eml` each, named so that the newest
 * sorts last. The log says where, and never what: mails carry links that sign people in.
 */
export function makeFileOutbox({ directory, from, clock, logger }: FileOutboxOptions): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true });
  let written = 0;
  return {
    async send(mail) {
      const { message } = await composer.sendMail(composeMail(from, mail));
      if (!Buffer.isBuffer(message)) throw new TypeError('a mail was not composed into memory');
      written += 1;
      const file = join(directory, nameOf(clock.now(), written));
      await makeDirectory(directory, 0o700);
      await writeWhole(file, message);
      logger.info({ to: mail.to, file }, 'there is no mail server; the mail was written to a file');
    },
  };
}

/** Instant, order within the process, and chance, for processes that share the directory. */
function nameOf(now: Date, count: number): string {
  const instant = now.toISOString().replace(/[-:.]/g, '');
  return `${instant}-${String(count).padStart(6, '0')}-${randomBytes(4).toString('hex')}.eml`;
}

/** Appears with its whole content or not at all. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const draft = `${path}.draft`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await rename(draft, path);
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}
