import type { User } from '@comptoir/core/identity/user.js';
import type { Services } from '@comptoir/core/services.js';

/** A person whom the administrator of this machine vouches for: nobody has to prove the address. */
export function newUser(
  { ids, clock }: Pick<Services, 'ids' | 'clock'>,
  person: Pick<User, 'email' | 'name' | 'locale' | 'passwordHash' | 'superAdmin'>,
): User {
  const now = clock.now();
  const notifications = { security: true, orders: true, summary: true };
  return { id: ids.uuid(), emailVerifiedAt: now, tokenVersion: 1, notifications, createdAt: now, deletedAt: null, ...person };
}
