import { randomUUID } from 'node:crypto';
import type { TenantScope } from '@comptoir/core/kit/scope.js';
import type { Tenant } from '@comptoir/core/tenants/tenant.js';
import type { TenantFilter } from '@comptoir/core/tenants/tenant-store.js';
import { expect } from 'chai';
import {
  aProduct,
  aScope,
  aTenant,
  establish,
  establishBeside,
  FIRST_PAGE,
  freshName,
  minutesAfter,
  NOON,
  placed,
  SYSTEM,
} from './builders.js';
import { anApiKey, IMPOSSIBLE_IDS, joined } from './identity-builders.js';
import { atOnce, describePort, errorOf, type Open, refusalOf } from './suite.js';

export function exerciseTenantStore(name: string, open: Open): void {
  describePort('TenantStore and TenantViews', name, open, (persistence) => {
    const { transact } = persistence;
    const scopeOf = ({ id }: Tenant): TenantScope => ({ tenantId: id, actor: SYSTEM });
    const get = (tenant: Tenant) => persistence.views.tenants.get(scopeOf(tenant));
    const change = (tenant: Tenant, decide: (tenant: Tenant) => Tenant) =>
      transact(scopeOf(tenant), ({ tenants }) => tenants.change(scopeOf(tenant), decide));

    async function created(changes: Partial<Tenant> = {}): Promise<Tenant> {
      const tenant = aTenant(randomUUID(), changes);
      await transact(scopeOf(tenant), ({ tenants }) => tenants.create(tenant));
      return tenant;
    }

    it('gives an organisation back as it was created', async () => {
      const tenants = [
        await created({ name: 'Maison « été » 🌻 \\ 100 %', createdAt: minutesAfter(NOON, 1) }),
        await created({ status: 'suspended', suspendedReason: 'Impayés' }),
      ];

      for (const tenant of tenants) expect(await get(tenant)).to.deep.equal(tenant);
    });

    it('refuses an organisation whose id exists, and keeps the first', async () => {
      const tenant = await created();
      const again = transact(scopeOf(tenant), ({ tenants }) => tenants.create({ ...tenant, name: 'Autre' }));

      expect((await refusalOf(again)).code).to.equal('duplicate');
      expect(await get(tenant)).to.deep.equal(tenant);
    });

    it('knows no organisation by what no id is', async () => {
      for (const id of [randomUUID(), (await created()).id.toUpperCase(), ...IMPOSSIBLE_IDS]) {
        expect(await get(aTenant(id)), JSON.stringify(id)).to.equal(null);
        expect((await refusalOf(change(aTenant(id), (tenant) => tenant))).code, JSON.stringify(id)).to.equal('unknown_record');
      }
    });

    it('stores what is made of an organisation, but for its id, and answers it', async () => {
      const tenant = await created();
      const changed = aTenant(randomUUID(), {
        name: 'Autre',
        status: 'suspended',
        suspendedReason: 'Impayés',
        createdAt: minutesAfter(NOON, 1),
      });

      const after = await change(tenant, (before) => {
        expect(before).to.deep.equal(tenant);
        return changed;
      });

      expect(after).to.deep.equal({ ...changed, id: tenant.id });
      expect(await get(tenant)).to.deep.equal(after);
    });

    it('changes nothing when the decision throws, and throws the same', async () => {
      const tenant = await created();
      const fault = new Error('not like this');

      const thrown = await errorOf(
        change(tenant, () => {
          throw fault;
        }),
      );

      expect(thrown).to.equal(fault);
      expect(await get(tenant)).to.deep.equal(tenant);
    });

    it('lets each of many changes at once see the one before it', async () => {
      const tenant = await created({ name: '' });

      await atOnce(8, () => change(tenant, (before) => ({ ...before, name: `${before.name}+` })));

      expect((await get(tenant))?.name).to.equal('++++++++');
    });

    it('does not know an organisation that was deleted', async () => {
      const tenant = await created();
      await change(tenant, (before) => ({ ...before, status: 'deleted' }));

      expect(await get(tenant)).to.equal(null);
      expect((await refusalOf(change(tenant, (before) => before))).code).to.equal('unknown_record');
    });

    it('lists organisations by name and then id, without deleted ones, page by page', async () => {
      const stem = freshName('liste');
      const labels = ['Zinc', 'atelier', 'Zinc', 'Éclair', 'Atelier 100%'];
      const all: Tenant[] = [];
      for (const label of labels) all.push(await created({ name: `${stem} ${label}` }));
      const suspended = await created({ name: `${stem} Suspendu`, status: 'suspended' });
      await created({ name: `${stem} Disparu`, status: 'deleted' });
      const list = (filter: Partial<TenantFilter> = {}) => persistence.views.tenants.list({ ...FIRST_PAGE, search: stem, ...filter });
      const sorted = [...all, suspended].sort((left, right) => (`${left.name} ${left.id}` < `${right.name} ${right.id}` ? -1 : 1));

      expect(await list()).to.deep.equal({ items: sorted, total: 6, page: 1, pageSize: 20 });
      expect(await list({ page: 2, pageSize: 4 })).to.deep.equal({ items: sorted.slice(4), total: 6, page: 2, pageSize: 4 });
      expect((await list({ status: 'suspended' })).items).to.deep.equal([suspended]);
      expect((await list({ status: 'active' })).total).to.equal(5);
      expect((await list({ status: 'deleted' })).items).to.deep.equal([]);
      expect((await list({ search: `${stem} ATELIER`.toUpperCase() })).total).to.equal(2);
      expect((await list({ search: `${stem} Atelier 100%` })).total).to.equal(1);
      expect((await list({ search: `${stem}_` })).total).to.equal(0);
    });

    it('counts what an organisation uses, and nothing of any other', async () => {
      const one = await establish(persistence);
      const { scope } = one;
      const beside = await establishBeside(persistence, one);
      await joined(persistence, scope);
      await joined(persistence, scope, { member: { active: false } });
      await transact(scope, async ({ products, apiKeys }) => {
        await products.create(scope, [aProduct()]);
        await products.create(beside.scope, [aProduct({ visible: false }), aProduct({ deletedAt: NOON })]);
        await apiKeys.create(scope, anApiKey(scope));
        await apiKeys.create(beside.scope, anApiKey(beside.scope, { kind: 'feed' }));
        await apiKeys.create(scope, anApiKey(scope, { revokedAt: NOON }));
      });
      await placed(persistence, scope, { placedAt: minutesAfter(NOON, -1) });
      await placed(persistence, beside.scope, { placedAt: NOON });
      await placed(persistence, scope, { placedAt: minutesAfter(NOON, 1) });
      await placed(persistence, (await establish(persistence)).scope);

      expect(await persistence.views.tenants.usage(scope, NOON)).to.deep.equal({ sites: 2, members: 2, items: 2, orders: 2, apiKeys: 2 });
    });

    it('counts nothing for an organisation that does not exist', async () => {
      const nothing = { sites: 0, members: 0, items: 0, orders: 0, apiKeys: 0 };

      expect(await persistence.views.tenants.usage(aScope(), NOON)).to.deep.equal(nothing);
      for (const id of IMPOSSIBLE_IDS) expect(await persistence.views.tenants.usage(scopeOf(aTenant(id)), NOON)).to.deep.equal(nothing);
    });
  });
}
