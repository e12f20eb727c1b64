import { randomUUID } from 'node:crypto';
import type { AuditEntry, AuditFilter } from '@comptoir/core/audit/audit-entry.js';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import { expect } from 'chai';
import { establish, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { anAuditEntry, IMPOSSIBLE_IDS, NO_TENANT } from './identity-builders.js';
import { describePort, errorOf, type Open } from './suite.js';

export function exerciseAuditStore(name: string, open: Open): void {
  describePort('AuditStore and AuditViews', name, open, (persistence) => {
    const { transact } = persistence;
    const list = (scope: TenantScope, filter: Partial<AuditFilter> = {}) =>
      persistence.views.audit.list(scope, { ...FIRST_PAGE, ...filter });

    async function appended(entry: AuditEntry): Promise<AuditEntry> {
      await transact(NO_TENANT, ({ audit }) => audit.append(entry));
      return entry;
    }

    it('gives an entry back as it was appended', async () => {
      const { scope } = await establish(persistence);
      const entry = await appended(
        anAuditEntry(scope, {
          siteId: scope.siteId,
          at: minutesAfter(NOON, 1),
          actor: `user:${randomUUID()}`,
          sessionId: randomUUID(),
          action: 'users.setRoles',
          subjectId: randomUUID(),
          input: { id: 'x', roles: ['staff'], note: 'été 🌻\n"\\', nested: { list: [1, null, false] } },
          requestId: 'r-42',
          address: '2001:db8::1',
        }),
      );
      const bare = await appended(anAuditEntry(scope));

      expect(await list(scope)).to.deep.equal({ items: [entry, bare], total: 2, page: 1, pageSize: 20 });
    });

    it('takes what callers send, even what no database can hold', async () => {
      const { scope } = await establish(persistence);
      await appended(anAuditEntry(scope, { subjectId: 'a\u0000b', input: { 'k\u0000': '\u0000 \ud800', plain: 'é' }, address: '' }));

      const [entry] = (await list(scope)).items;
      expect(entry?.input).to.include({ plain: 'é' });
    });

    it('commits with the change it tells of, or not at all', async () => {
      const { scope } = await establish(persistence);
      await errorOf(
        transact(scope, async ({ audit }) => {
          await audit.append(anAuditEntry(scope));
          throw new Error('changed their mind');
        }),
      );

      expect((await list(scope)).total).to.equal(0);
    });

    it('shows an organisation its own entries only, and nobody those of people', async () => {
      const [one, other] = [await establish(persistence), await establish(persistence)];
      const entry = await appended(anAuditEntry(one.scope));
      await appended(anAuditEntry(one.scope, { tenantId: null }));
      await appended(anAuditEntry(other.scope));

      expect((await list(one.scope)).items).to.deep.equal([entry]);
      for (const tenantId of [randomUUID(), ...IMPOSSIBLE_IDS]) {
        expect((await list({ ...one.scope, tenantId })).total, JSON.stringify(tenantId)).to.equal(0);
      }
    });

    it('lists the newest first, by id where they are of one instant, page by page', async () => {
      const { scope } = await establish(persistence);
      const at = (minutes: number, changes: Partial<AuditEntry> = {}) =>
        appended(anAuditEntry(scope, { at: minutesAfter(NOON, minutes), ...changes }));
      const [old, second, newest] = [await at(1), await at(2, { id: sorted(1) }), await at(3)];
      const third = await at(2, { id: sorted(0) });

      expect((await list(scope)).items).to.deep.equal([newest, second, third, old]);
      expect(await list(scope, { page: 2, pageSize: 3 })).to.deep.equal({ items: [old], total: 4, page: 2, pageSize: 3 });
    });

    it('chooses by action, actor, subject and time, alone and together', async () => {
      const { scope } = await establish(persistence);
      const [user, key] = ['user:ada', 'key:1'];
      const first = await appended(anAuditEntry(scope, { actor: user, action: 'orders.accept', subjectId: 'o1', at: NOON }));
      const second = await appended(
        anAuditEntry(scope, { actor: key, action: 'orders.accept', subjectId: 'o2', at: minutesAfter(NOON, 1) }),
      );
      const third = await appended(
        anAuditEntry(scope, { actor: user, action: 'sites.update', subjectId: 'o1', at: minutesAfter(NOON, 2) }),
      );
      const chosen = async (filter: Partial<AuditFilter>) => (await list(scope, filter)).items;

      expect(await chosen({ action: 'orders.accept' })).to.deep.equal([second, first]);
      expect(await chosen({ actor: user })).to.deep.equal([third, first]);
      expect(await chosen({ subjectId: 'o1' })).to.deep.equal([third, first]);
      expect(await chosen({ from: minutesAfter(NOON, 1) })).to.deep.equal([third, second]);
      expect(await chosen({ to: minutesAfter(NOON, 1) })).to.deep.equal([first]);
      expect(await chosen({ actor: user, action: 'orders.accept', subjectId: 'o1', from: NOON, to: minutesAfter(NOON, 2) })).to.deep.equal([
        first,
      ]);
      for (const text of IMPOSSIBLE_IDS) {
        expect(await chosen({ actor: text }), JSON.stringify(text)).to.deep.equal([]);
        expect(await chosen({ subjectId: text }), JSON.stringify(text)).to.deep.equal([]);
      }
    });

    it('finds a text in action, actor and subject, in any case and character by character', async () => {
      const { scope } = await establish(persistence);
      const entry = await appended(anAuditEntry(scope, { action: 'users.setRoles', actor: 'system:CLI', subjectId: '100%_x' }));
      await appended(anAuditEntry(scope, { action: 'orders.accept', actor: 'public', subjectId: null, address: 'setroles' }));

      for (const search of ['SETROLES', 'cli', '100%_', '%']) {
        expect((await list(scope, { search })).items, search).to.deep.equal([entry]);
      }
      expect((await list(scope, { search: '100__' })).total).to.equal(0);
      expect((await list(scope, { search: 'orders.' })).total).to.equal(1);
      expect((await list(scope, { search: '' })).total).to.equal(2);
    });

    it('keeps what it says about an establishment when that is gone', async () => {
      const { scope } = await establish(persistence);
      const entry = await appended(anAuditEntry(scope, { siteId: scope.siteId, action: 'sites.delete', subjectId: scope.siteId }));

      await transact(scope, ({ sites }) => sites.delete(scope));

      expect((await list(scope)).items).to.deep.equal([entry]);
    });
  });
}

/** Ids that sort as their numbers. */
function sorted(index: number): string {
  return `${index}${randomUUID().slice(1)}`;
}
