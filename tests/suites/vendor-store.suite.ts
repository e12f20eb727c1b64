import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Stores } from '@comptoir/core/stores.js';
import type { Vendor } from '@comptoir/core/vendors/vendor.js';
import type { ShopVendorMatch, VendorFilter } from '@comptoir/core/vendors/vendor-store.js';
import { expect } from 'chai';
import { aProduct, establish, establishBeside, FIRST_PAGE, minutesAfter, NOON } from './builders.js';
import { IMPOSSIBLE_IDS } from './identity-builders.js';
import { describePort, type Open, refusalOf } from './suite.js';
import { aVendor } from './vendor-builders.js';

/** Every field with a value that a careless store would lose. */
const FULL: Partial<Vendor> = {
  name: 'Moulin "de l’Étang" 100 % \\ 🌾',
  type: 'supplier',
  externalId: '12',
  email: 'étang@example.test',
  phone: '+33 2 98 00 00 00',
  note: 'Livre le mardi\nSonner deux fois',
  data: { active: false, shelf: { row: 2, tags: ['a', null] }, clé: 'é' },
  createdAt: minutesAfter(NOON, -60),
  updatedAt: minutesAfter(NOON, 1),
  version: 9,
};

export function exerciseVendorStore(name: string, open: Open): void {
  describePort('VendorStore and VendorViews', name, open, (persistence) => {
    const write = <Result>(scope: Scope, work: (stores: Stores) => Promise<Result>) => persistence.transact(scope, work);
    const create = (scope: Scope, ...vendors: readonly Vendor[]) => write(scope, (stores) => stores.vendors.createAll(scope, vendors));
    const change = (scope: Scope, id: string, changes: Partial<Vendor>) =>
      write(scope, ({ vendors }) => vendors.change(scope, id, (vendor) => ({ ...vendor, ...changes })));
    const sell = (scope: Scope, ...vendorIds: readonly string[]) =>
      write(scope, async ({ products }) => {
        const sold = vendorIds.map((defaultVendorId) => aProduct({ defaultVendorId }));
        await products.create(scope, sold);
        return sold;
      });
    const views = () => persistence.views.vendors;
    const namesOf = async (scope: Scope, filter: Partial<VendorFilter> = {}) =>
      (await views().list(scope, { ...FIRST_PAGE, ...filter })).items.map((vendor) => vendor.name);
    const said = (matches: readonly ShopVendorMatch[]) =>
      matches.map(({ type, externalId, vendor }) => `${type}:${externalId} is ${vendor.name}`).sort();

    it('stores every field of a vendor', async () => {
      const { scope } = await establish(persistence);
      const [full, plain] = [aVendor(FULL), aVendor()];
      await create(scope, full);
      await write(scope, ({ vendors }) => vendors.create(scope, plain));

      expect(await views().get(scope, full.id)).to.deep.equal(full);
      expect(await views().get(scope, plain.id)).to.deep.equal(plain);
      expect(await views().get(scope, randomUUID())).to.equal(null);
      for (const id of IMPOSSIBLE_IDS) expect(await views().get(scope, id)).to.equal(null);
    });

    it('stores what the change decides, and nothing when it hands back the very same', async () => {
      const { scope } = await establish(persistence);
      const vendor = aVendor();
      await create(scope, vendor);
      const after = await change(scope, vendor.id, FULL);
      expect(await views().get(scope, vendor.id))
        .to.deep.equal({ ...vendor, ...FULL })
        .and.deep.equal(after);
      expect(await write(scope, ({ vendors }) => vendors.change(scope, vendor.id, (row) => row))).to.deep.equal(after);
      const refusal = await refusalOf(change(scope, randomUUID(), { name: 'X' }));
      expect(refusal.code).to.equal('unknown_record');
    });

    it('changes many at once, and leaves out who is not there', async () => {
      const { scope } = await establish(persistence);
      const [first, second, other] = [aVendor(), aVendor(), aVendor()];
      await create(scope, first, second, other);
      const changed = await write(scope, ({ vendors }) =>
        vendors.changeAll(scope, [second.id, randomUUID(), first.id, second.id], (vendor) => ({ ...vendor, data: { active: false } })),
      );
      expect(changed.map(({ id }) => id)).to.deep.equal([first.id, second.id].sort());
      const active = (await views().all(scope)).filter(({ data }) => data['active'] !== false);
      expect(active).to.deep.equal([other]);
    });

    it('keeps suppliers and manufacturers of one number apart, and refuses the same pair twice', async () => {
      const { scope } = await establish(persistence);
      await create(scope, aVendor({ type: 'supplier', externalId: '1' }), aVendor({ type: 'manufacturer', externalId: '1' }));
      await create(scope, aVendor({ type: null, externalId: '1' }));
      for (const type of ['supplier', 'manufacturer', null] as const) {
        const refusal = await refusalOf(create(scope, aVendor({ type: 'supplier', externalId: '2' }), aVendor({ type, externalId: '1' })));
        expect(refusal.code).to.equal('duplicate');
      }
      expect(await views().all(scope), 'all or nothing').to.have.length(3);
      const free = aVendor();
      await create(scope, free);
      expect((await refusalOf(change(scope, free.id, { type: 'supplier', externalId: '1' }))).code).to.equal('duplicate');
      const { scope: beside } = await establish(persistence);
      await create(beside, aVendor({ type: 'supplier', externalId: '1' }));
    });

    it('leads the shop id of a merged vendor to the one it was merged into, unless another carries it again', async () => {
      const { scope } = await establish(persistence);
      const into = aVendor({ name: 'Stays', type: 'supplier', externalId: '1' });
      const merged = aVendor({ name: 'Gone', type: 'manufacturer', externalId: '1', mergedInto: into.id });
      const legacy = aVendor({ name: 'Legacy', type: null, externalId: '3' });
      await create(scope, into, legacy);
      await create(scope, merged);
      const wanted = [
        { type: 'supplier', externalId: '1' },
        { type: 'manufacturer', externalId: '1' },
        { type: 'supplier', externalId: '3' },
        { type: null, externalId: '3' },
        { type: 'supplier', externalId: '99' },
      ] as const;
      expect(said(await views().byShopIds(scope, wanted))).to.deep.equal([
        'manufacturer:1 is Stays',
        'null:3 is Legacy',
        'supplier:1 is Stays',
      ]);
      await create(scope, aVendor({ name: 'Anew', type: 'manufacturer', externalId: '1' }));
      expect(said(await views().byShopIds(scope, wanted))).to.include('manufacturer:1 is Anew');
      expect(await views().byShopIds(scope, [])).to.deep.equal([]);
    });

    it('refuses to merge into nobody', async () => {
      const { scope } = await establish(persistence);
      const { scope: elsewhere } = await establish(persistence);
      const theirs = aVendor();
      await create(elsewhere, theirs);
      for (const mergedInto of [randomUUID(), theirs.id]) {
        expect((await refusalOf(create(scope, aVendor({ mergedInto })))).code).to.equal('unknown_record');
      }
    });

    it('finds the vendor of a portal link, whoever asks, unless it is merged away', async () => {
      const { scope, site } = await establish(persistence);
      const hash = randomUUID();
      const vendor = aVendor({ data: { portal: { hash, createdAt: NOON.toISOString(), expiresAt: NOON.toISOString() } } });
      const into = aVendor();
      await create(scope, vendor, into);
      expect(await views().byPortalHash(hash)).to.deep.equal({ tenantId: scope.tenantId, siteId: site.id, vendor });
      expect(await views().byPortalHash(randomUUID())).to.equal(null);
      await change(scope, vendor.id, { mergedInto: into.id });
      expect(await views().byPortalHash(hash)).to.equal(null);
    });

    it('lists by name, without merged ones, and searches beginnings of words in name, address and shop id', async () => {
      const { scope } = await establish(persistence);
      const mill = aVendor({ name: 'Moulin de l’Étang', email: 'farine@example.test', type: 'supplier' });
      const dairy = aVendor({ name: 'Laiterie', externalId: '4711', type: 'manufacturer', data: { active: false } });
      await create(scope, mill, dairy);
      await create(scope, aVendor({ name: 'Moulin perdu', mergedInto: mill.id }));
      expect(await namesOf(scope)).to.deep.equal(['Laiterie', 'Moulin de l’Étang']);
      expect(await namesOf(scope, { search: 'etang moul' })).to.deep.equal(['Moulin de l’Étang']);
      expect(await namesOf(scope, { search: 'FARI' })).to.deep.equal(['Moulin de l’Étang']);
      expect(await namesOf(scope, { search: '4711' })).to.deep.equal(['Laiterie']);
      expect(await namesOf(scope, { type: 'supplier' })).to.deep.equal(['Moulin de l’Étang']);
      expect(await namesOf(scope, { active: false })).to.deep.equal(['Laiterie']);
      expect(await namesOf(scope, { active: true })).to.deep.equal(['Moulin de l’Étang']);
      expect(await views().list(scope, { page: 2, pageSize: 1 })).to.deep.include({ total: 2, items: [mill] });
      expect((await views().all(scope)).map((vendor) => vendor.name)).to.deep.equal(['Laiterie', 'Moulin de l’Étang']);
    });

    it('leads what was merged into a vendor on when that one is handed over', async () => {
      const { scope } = await establish(persistence);
      const [from, into] = [aVendor(), aVendor()];
      await create(scope, from, into);
      const earlier = aVendor({ mergedInto: from.id });
      await create(scope, earlier);
      await write(scope, ({ vendors }) => vendors.handOver(scope, from.id, into.id, NOON));
      expect(await views().get(scope, earlier.id)).to.deep.equal({ ...earlier, mergedInto: into.id });
    });

    it('counts and hands over the products of a vendor', async () => {
      const { scope } = await establish(persistence);
      const [from, into, idle] = [aVendor(), aVendor(), aVendor()];
      await create(scope, from, into, idle);
      const [product, deleted] = await sell(scope, from.id, from.id, into.id);
      await write(scope, ({ products }) => products.change(scope, [deleted?.id ?? ''], (row) => ({ ...row, deletedAt: NOON })));
      const ids = [from.id, into.id, idle.id, 'nobody'];
      expect([...(await views().productCounts(scope, ids))]).to.have.deep.members([
        [from.id, 1],
        [into.id, 1],
      ]);

      const at = minutesAfter(NOON, 5);
      expect(await write(scope, ({ vendors }) => vendors.handOver(scope, from.id, into.id, at))).to.equal(2);
      expect([...(await views().productCounts(scope, ids))]).to.deep.equal([[into.id, 2]]);
      expect(await persistence.views.products.get(scope, product?.id ?? '')).to.deep.include({ version: 2, updatedAt: at });
      const refusal = await refusalOf(write(scope, ({ vendors }) => vendors.handOver(scope, into.id, randomUUID(), at)));
      expect(refusal.code).to.equal('unknown_record');
    });

    it('deletes a vendor and what was merged into it, unless a product names one of them', async () => {
      const { scope } = await establish(persistence);
      const [vendor, used] = [aVendor(), aVendor()];
      await create(scope, vendor, used);
      const merged = aVendor({ mergedInto: used.id });
      await create(scope, merged);
      await sell(scope, merged.id);
      const remove = (id: string) => write(scope, ({ vendors }) => vendors.delete(scope, id));
      expect((await refusalOf(remove(used.id))).code).to.equal('in_use');
      await write(scope, ({ vendors }) => vendors.handOver(scope, merged.id, vendor.id, NOON));
      expect(await remove(used.id)).to.equal(true);
      expect(await views().get(scope, merged.id)).to.equal(null);
      expect(await remove(used.id)).to.equal(false);
    });

    it('refuses products of a vendor that is not there, and of another establishment', async () => {
      const { scope, site } = await establish(persistence);
      const beside = await establishBeside(persistence, { scope, site });
      const theirs = aVendor();
      await create(beside.scope, theirs);
      for (const id of [theirs.id, randomUUID()]) expect((await refusalOf(sell(scope, id))).code).to.equal('unknown_record');
    });

    it('goes with its establishment', async () => {
      const { scope } = await establish(persistence);
      const vendor = aVendor();
      await create(scope, vendor);
      await sell(scope, vendor.id);
      await write(scope, ({ sites }) => sites.delete(scope));
      expect(await views().get(scope, vendor.id)).to.equal(null);
    });
  });
}
