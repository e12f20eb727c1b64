import { systemClock } from '@comptoir/app/adapters/system-clock.js';
import { newUser } from '@comptoir/app/new-user.js';
import type { TenantRole } from '@comptoir/core/identity/user.js';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import type { ServiceDeps } from '@comptoir/core/service-deps.js';
import type { Page } from 'playwright-core';
import { type GateWorld, openMuseum } from './gate-world.js';
import { aCatalogue, aSite } from './page-host.js';
import { type RealPlatform, startPlatform } from './real-platform.js';

/** The platform with a museum that sells things, has a session that is on, and lets in by tickets. */
export interface ConsoleWorld extends RealPlatform, Omit<GateWorld, 'persistence'> {
  /** Signs the browser in as somebody who has this role, acting for the museum. */
  signIn(page: Page, role: TenantRole): Promise<void>;
}

const ACTOR = { kind: 'system', name: 'test' } as const;
const PASSWORD = 'une phrase de passe';

/** `codes` are those of tickets that let in now. */
export async function aConsoleWorld(codes: readonly string[] = [], changes: Partial<ServiceDeps> = {}): Promise<ConsoleWorld> {
  const platform = await startPlatform(changes);
  const { services, url } = platform;
  const { id: tenantId } = await services.sites.createTenant('Maison Test', ACTOR);
  const tenant: TenantScope = { tenantId, actor: ACTOR };
  const open = async (site: Parameters<typeof aSite>[0] = {}) => {
    const { id: siteId } = await services.sites.create(tenant, aSite(site), aCatalogue());
    return { ...tenant, siteId };
  };
  const museum = await openMuseum({ services, open, clock: systemClock }, codes);

  const members = new Set<TenantRole>();
  async function aMember(role: TenantRole): Promise<string> {
    const email = `${role}@maison.test`;
    if (members.has(role)) return email;
    members.add(role);
    await services.unitOfWork(tenant, async (inside, stores) => {
      const user = newUser(inside, { email, name: 'Ada', locale: 'fr', passwordHash: `plain:${PASSWORD}`, superAdmin: false });
      await stores.users.create(user);
      const assignments = [{ role, siteId: null }];
      await stores.members.add(tenant, { tenantId, userId: user.id, active: true, assignments, joinedAt: user.createdAt });
    });
    return email;
  }

  return {
    ...platform,
    ...museum,
    async signIn(page, role) {
      const call = async (name: string, json: Readonly<Record<string, string>>) => {
        const answer = await page.request.post(`${url}/api/rpc/${name}`, { data: { json }, headers: { Origin: url } });
        if (!answer.ok()) throw new Error(await answer.text());
      };
      await call('auth.login', { email: await aMember(role), password: PASSWORD });
      await call('tenants.switch', { tenantId, siteId: museum.scope.siteId });
    },
  };
}
