import { z } from 'zod';
import type { Clock } from '../kit/clock.js';
import { hasCode } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Logger } from '../kit/logger.js';
import type { Mail, Mailer } from '../kit/mail.js';
import type { Post } from '../kit/post.js';
import { OWN_APP } from '../sdk/app-id.js';
import type { OwnQueue } from './own-queue.js';
import type { Delivered } from './push-job.js';

/** The product's mails on its own queue: they leave if, and only if, what they tell of is committed. */
export const MAIL_QUEUE = 'mail';

const mailSchema = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }).nullable();

/** Puts mails on the queue. */
export function makePost({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): Post {
  return async ({ pushQueue }, mail) => {
    const now = clock.now();
    const job = { id: ids.uuid(), appId: OWN_APP, queue: MAIL_QUEUE, payload: JSON.stringify(mail), createdAt: now, runAt: now };
    await pushQueue.push([{ ...job, maxAttempts: null, dedupId: null }], now);
  };
}

/**
 * The mail in a message of the queue; null for one to nobody.
 * @public
 */
export function mailIn(payload: string): Mail | null {
  return mailSchema.parse(JSON.parse(payload));
}

/**
 * Hands mails to the mailer, and keeps trying for about half a day. Links in them are secrets: a mail is gone from the database once it was taken,
 * and also once it is given up; nobody could look at it as a dead letter. The log never names the address.
 */
export function mailQueue(mailer: Mailer, logger: Logger): OwnQueue {
  async function send(mail: Mail): Promise<Delivered> {
    try {
      await mailer.send(mail);
      return { kind: 'done' };
    } catch (error) {
      logger.error({ err: error, subject: mail.subject }, 'A mail was not taken');
      const isHopeless = hasCode(error, 'invalid_request') || hasCode(error, 'not_configured');
      return { kind: isHopeless ? 'refused' : 'unreachable', reason: 'The mail was not taken.' };
    }
  }
  return {
    queue: MAIL_QUEUE,
    concurrency: 3,
    visibilityTimeoutSecs: 60,
    maxAttempts: 24,
    async handle(payload) {
      const mail = mailSchema.parse(payload);
      return mail === null ? { kind: 'done' } : send(mail);
    },
  };
}
