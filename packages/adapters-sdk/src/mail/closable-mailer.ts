import type { Mailer } from '@comptoir/core/kit/mail.js';

/** A mailer that holds connections or work in progress. */
export interface ClosableMailer extends Mailer {
  /** Takes no more mails, finishes what was begun within a few seconds, and lets go of connections. */
  close(): Promise<void>;
}
