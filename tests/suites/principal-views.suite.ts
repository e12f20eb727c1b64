import { randomUUID } from 'node:crypto';
import { ROLE_CHANGES_KEY } from '@comptoir/core/identity/session-store.js';
import type { Tenant } from '@comptoir/core/tenants/tenant.js';
import { expect } from 'chai';
import { type Establishment, establish, establishBeside, minutesAfter, NOON } from './builders.js';
import { enrolled, IMPOSSIBLE_IDS, joined, NO_TENANT, OWNER, signedIn } from './identity-builders.js';
import { describePort, type Open } from './suite.js';

export function exercisePrincipalViews(name: string, open: Open): void {
  describePort('PrincipalViews', name, open, (persistence) => {
    const { transact } = persistence;
    const principal = (sessionId: string, tenantId: string | null) => persistence.views.principals.principal(sessionId, tenantId);
    const setStatus = ({ scope }: Establishment, status: Tenant['status']) =>
      transact(scope, ({ tenants }) => tenants.change(scope, (tenant) => ({ ...tenant, status })));

    it('tells what a session allows in an organisation', async () => {
      const establishment = await establish(persistence);
      const { scope } = establishment;
      const beside = await establishBeside(persistence, establishment);
      const assignments = [{ role: 'staff', siteId: beside.site.id } as const, OWNER, { role: 'manager', siteId: null } as const];
      const { user } = await joined(persistence, scope, { user: { tokenVersion: 3, superAdmin: true }, member: { assignments } });
      const session = await signedIn(persistence, user);
      await transact(scope, ({ tenantSettings }) => tenantSettings.set(scope, ROLE_CHANGES_KEY, { staff: { 'orders:read': false } }));

      expect(await principal(session.id, scope.tenantId)).to.deep.equal({
        userId: user.id,
        tokenVersion: 3,
        superAdmin: true,
        sessionRevoked: false,
        sessionExpiresAt: session.expiresAt,
        tenant: {
          active: true,
          member: { active: true, assignments },
          siteIds: [scope.siteId, beside.site.id].sort(),
          roleChanges: { staff: { 'orders:read': false } },
        },
      });
    });

    it('tells of the person alone when no organisation is asked about, or it does not exist', async () => {
      const establishment = await establish(persistence);
      const { user } = await joined(persistence, establishment.scope);
      const session = await signedIn(persistence, user);
      await setStatus(establishment, 'deleted');
      const alone = {
        userId: user.id,
        tokenVersion: 1,
        superAdmin: false,
        sessionRevoked: false,
        sessionExpiresAt: session.expiresAt,
        tenant: null,
      };

      for (const tenantId of [
        null,
        establishment.scope.tenantId,
        randomUUID(),
        establishment.scope.tenantId.toUpperCase(),
        ...IMPOSSIBLE_IDS,
      ]) {
        expect(await principal(session.id, tenantId), JSON.stringify(tenantId)).to.deep.equal(alone);
      }
    });

    it('knows nobody by a session that does not exist, whatever a guest may send', async () => {
      const { scope } = await establish(persistence);

      for (const sessionId of [randomUUID(), ...IMPOSSIBLE_IDS]) {
        expect(await principal(sessionId, scope.tenantId), JSON.stringify(sessionId)).to.equal(null);
        expect(await principal(sessionId, null), JSON.stringify(sessionId)).to.equal(null);
      }
    });

    it('tells that a session was ended, and until when it would last', async () => {
      const user = await enrolled(persistence);
      const session = await signedIn(persistence, user, { expiresAt: minutesAfter(NOON, 5) });
      await transact(NO_TENANT, ({ sessions }) => sessions.revoke(user.id, session.id, NOON));

      const found = await principal(session.id, null);

      expect([found?.sessionRevoked, found?.sessionExpiresAt]).to.deep.equal([true, minutesAfter(NOON, 5)]);
    });

    it('knows nobody by the session of a person who was deleted', async () => {
      const { scope } = await establish(persistence);
      const { user } = await joined(persistence, scope);
      const session = await signedIn(persistence, user);
      await transact(NO_TENANT, ({ users }) => users.change(user.id, (before) => ({ ...before, deletedAt: NOON })));

      expect(await principal(session.id, scope.tenantId)).to.equal(null);
    });

    it('tells a stranger and a deactivated member from a member', async () => {
      const { scope } = await establish(persistence);
      const stranger = await signedIn(persistence, (await joined(persistence, (await establish(persistence)).scope)).user);
      const inactive = await signedIn(persistence, (await joined(persistence, scope, { member: { active: false } })).user);

      expect((await principal(stranger.id, scope.tenantId))?.tenant).to.deep.equal({
        active: true,
        member: null,
        siteIds: [scope.siteId],
        roleChanges: undefined,
      });
      expect((await principal(inactive.id, scope.tenantId))?.tenant?.member).to.deep.equal({ active: false, assignments: [OWNER] });
    });

    it('tells a suspended organisation from an active one', async () => {
      const establishment = await establish(persistence);
      const session = await signedIn(persistence, (await joined(persistence, establishment.scope)).user);
      await setStatus(establishment, 'suspended');

      const { tenant } = (await principal(session.id, establishment.scope.tenantId)) ?? {};

      expect([tenant?.active, tenant?.member?.active]).to.deep.equal([false, true]);
    });

    it('knows a member without any role', async () => {
      const { scope } = await establish(persistence);
      const session = await signedIn(persistence, (await joined(persistence, scope, { member: { assignments: [] } })).user);

      expect((await principal(session.id, scope.tenantId))?.tenant?.member).to.deep.equal({ active: true, assignments: [] });
    });

    it('knows role changes that are null from none at all', async () => {
      const { scope } = await establish(persistence);
      const session = await signedIn(persistence, (await joined(persistence, scope)).user);
      const changesNow = async () => (await principal(session.id, scope.tenantId))?.tenant?.roleChanges;

      await transact(scope, ({ tenantSettings }) => tenantSettings.set(scope, ROLE_CHANGES_KEY, null));
      expect(await changesNow()).to.equal(null);
      await transact(scope, ({ tenantSettings }) => tenantSettings.set(scope, ROLE_CHANGES_KEY, undefined));
      expect(await changesNow()).to.equal(undefined);
    });
  });
}
