import { makeSignedTokens } from '@comptoir/app/adapters/node-signed-tokens.js';
import { nodeTimers } from '@comptoir/app/adapters/node-timers.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Mail, Mailer } from '@comptoir/core/kit/mail.js';
import type { OutgoingHttp } from '@comptoir/core/kit/outgoing-http.js';
import type { Passwords } from '@comptoir/core/kit/passwords.js';
import { makeRegistry, permissionsAskedFor } from '@comptoir/core/kit/registry.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { MAIL_QUEUE, mailIn } from '@comptoir/core/push-queue/mail-queue.js';
import type { NewJob } from '@comptoir/core/push-queue/push-job.js';
import type { PushQueueStore } from '@comptoir/core/push-queue/push-queue-store.js';
import type { ServiceDeps } from '@comptoir/core/services.js';
import type { Persistence, TransactAll } from '@comptoir/core/stores.js';

export const TEST_SECRET = 'a-secret-of-the-tests-with-32-bytes-and-more';

/** Keeps what was sent, newest last. */
export interface Outbox extends Mailer {
  readonly sent: readonly Mail[];
}

export function anOutbox(): Outbox {
  const sent: Mail[] = [];
  return {
    sent,
    send: async (mail) => {
      sent.push(mail);
    },
  };
}

/** Hashes at once and in the clear, so that tests of rules do not wait; the real ones have tests of their own. */
export const plainPasswords: Passwords = {
  hash: async (password) => `plain:${password}`,
  verify: async (hash, password) => hash === `plain:${password}`,
  nobodysHash: 'plain:\u0000nobody',
  isOutdated: () => false,
};

/** `persistence` that keeps the mails that were committed to be sent, newest last. */
export function keepingMails(persistence: Persistence): { readonly persistence: Persistence; readonly sent: readonly Mail[] } {
  const sent: Mail[] = [];
  const transact: TransactAll = async (scope, work) => {
    let pushed: NewJob[] = [];
    const result = await persistence.transact(scope, (stores, views) => {
      pushed = [];
      const pushQueue: PushQueueStore = {
        ...stores.pushQueue,
        push(jobs, now) {
          pushed.push(...jobs);
          return stores.pushQueue.push(jobs, now);
        },
      };
      return work({ ...stores, pushQueue }, views);
    });
    sent.push(...pushed.filter(({ queue }) => queue === MAIL_QUEUE).flatMap(({ payload }) => mailIn(payload) ?? []));
    return result;
  };
  return {
    persistence: {
      transact,
      get views() {
        return persistence.views;
      },
    },
    sent,
  };
}

/** Calls nobody, and has nothing against any address. */
const silentOutgoing: OutgoingHttp = {
  post: async () => ({ kind: 'unreachable', reason: 'Tests call nobody.' }),
  faultOf: () => null,
};

export const testLinks = {
  menu: (slug: string) => `https://till.example/${slug}`,
  picture: (path: string) => `https://till.example${path}`,
  tracking: (slug: string, orderId: string) => `https://till.example/${slug}/orders/${orderId}`,
  shopItem: (slug: string, itemId: string) => `https://till.example/boutique/${slug}/${itemId}`,
  verifyEmail: (token: string) => `https://platform.example/manage/verify?token=${token}`,
  resetPassword: (token: string) => `https://platform.example/manage/reset?token=${token}`,
  onboard: (payload: string) => `https://platform.example/manage/onboard?d=${payload}`,
  login: () => 'https://platform.example/manage/login',
};

/** Everything the core needs beside persistence, clock and randomness, which a test chooses. */
export function testDeps(
  chosen: Pick<ServiceDeps, 'persistence' | 'crypto'> & { readonly clock: Clock } & Partial<ServiceDeps>,
): ServiceDeps {
  return {
    links: testLinks,
    mailer: anOutbox(),
    outgoing: silentOutgoing,
    passwords: plainPasswords,
    signedTokens: makeSignedTokens([TEST_SECRET]),
    identityProvider: null,
    logger: silentLogger,
    timers: nodeTimers,
    health: { version: '1.2.3', checks: {} },
    knownPermissions: () => permissionsAskedFor(makeRegistry(ROUTERS)),
    ...chosen,
  };
}
