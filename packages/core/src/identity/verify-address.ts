import type { Mail } from '../kit/mail.js';
import type { Stores } from '../stores.js';
import type { IdentityDeps } from './identity-deps.js';
import { verifyMail } from './mails.js';
import { makeOneTimeSecret } from './one-time-secret.js';
import { VERIFY_DAYS } from './one-time-token.js';
import type { User } from './user.js';

const DAY_MS = 86_400_000;

/** Stores a link that proves the address of the user, and returns the mail that carries it. */
export async function askToVerify(
  { clock, crypto, links }: Pick<IdentityDeps, 'clock' | 'crypto' | 'links'>,
  { oneTimeTokens }: Pick<Stores, 'oneTimeTokens'>,
  user: User,
  organisation: string | null,
): Promise<Mail> {
  const { secret, hash } = makeOneTimeSecret(crypto);
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + VERIFY_DAYS * DAY_MS);
  const details = organisation === null ? { email: user.email } : { email: user.email, organisation };
  await oneTimeTokens.add({ purpose: 'verify-email', hash, userId: user.id, details, createdAt, expiresAt, usedAt: null });
  return verifyMail(user, links.verifyEmail(secret));
}
