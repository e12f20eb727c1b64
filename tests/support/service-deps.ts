import { makeSignedTokens } from '@comptoir/app/adapters/node-signed-tokens.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import type { Mail, Mailer } from '@comptoir/core/kit/mail.js';
import type { Passwords } from '@comptoir/core/kit/passwords.js';
import { makeRegistry, permissionsAskedFor } from '@comptoir/core/kit/registry.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import type { ServiceDeps } from '@comptoir/core/services.js';
import { withoutWebServer } from '@comptoir/core/vhosts/without-web-server.js';

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
    passwords: plainPasswords,
    signedTokens: makeSignedTokens([TEST_SECRET]),
    identityProvider: null,
    logger: silentLogger,
    health: { version: '1.2.3', checks: {} },
    knownPermissions: () => permissionsAskedFor(makeRegistry(ROUTERS)),
    vhosts: withoutWebServer(),
    ...chosen,
  };
}
