import { hasCode } from '@comptoir/core/kit/errors.js';
import type { Passwords } from '@comptoir/core/kit/passwords.js';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import type { Services } from '@comptoir/core/services.js';
import { newUser } from '../new-user.js';

/** Whoever looks around in the demonstration. Everybody knows the password, so it is not for production. */
export const DEMO_ACCOUNT = { email: 'admin@demo.test', password: 'demo-password-1', name: 'Lucie Demo', locale: 'fr' } as const;

/**
 * Makes the owner of the organisation in `scope`, as a person and a member at once or not at all. False when somebody has the
 * address already, who then stays as they are; also when another process was faster.
 */
export async function createDemoAccount(services: Services, passwords: Passwords, scope: TenantScope): Promise<boolean> {
  const { email, password, name, locale } = DEMO_ACCOUNT;
  const found = await services.unitOfWork(scope, (_services, { users }) => users.byEmail(email));
  if (found !== null) return false;
  const passwordHash = await passwords.hash(password);
  try {
    await services.unitOfWork(scope, async (inside, { users, members }) => {
      const user = newUser(inside, { email, name, locale, passwordHash, superAdmin: false });
      await users.create(user);
      const assignments = [{ role: 'owner', siteId: null }] as const;
      await members.add(scope, { tenantId: scope.tenantId, userId: user.id, active: true, assignments, joinedAt: user.createdAt });
    });
    return true;
  } catch (error) {
    if (hasCode(error, 'duplicate')) return false;
    throw error;
  }
}
