import { readCsv } from '@comptoir/core/kit/csv.js';
import type { Vendor } from '@comptoir/core/vendors/vendor.js';
import { vendorsRouter } from '@comptoir/core/vendors/vendors-procedures.js';
import { expect } from 'chai';
import { aProduct, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aVendor } from '../../suites/vendor-builders.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

async function aShop() {
  const bench = aBench();
  const organisation = await anOrganisation(bench);
  const { scope } = organisation;
  const { call } = await organisation.joinAs('manager');
  const vendors = callsOf('vendors', vendorsRouter());
  const keep = (...kept: readonly Vendor[]) => bench.persistence.transact(scope, (stores) => stores.vendors.createAll(scope, kept));
  const sell = (id: string, vendorId: string | null) =>
    bench.persistence.transact(scope, ({ products }) =>
      products.create(scope, [aProduct({ id, name: id, priceCents: 4242, purchasePriceCents: 100, defaultVendorId: vendorId })]),
    );
  const vendorOf = async (productId: string) => (await bench.services.views.products.get(scope, productId))?.defaultVendorId;
  return { ...bench, scope, call, vendors, keep, sell, vendorOf };
}

describe('the vendors router', () => {
  it('creates, finds, changes and deletes a vendor', async () => {
    const { call, vendors } = await aShop();
    const made = await vendors('create', call, {
      name: 'Moulin de l’Étang',
      email: 'Farine@Example.test',
      type: 'supplier',
      externalId: '7',
    });
    expect(made).to.include({ email: 'farine@example.test', active: true, portal: null, products: 0, version: 1 });

    const { items } = await vendors('list', call, { search: 'etang', type: 'supplier', active: true });
    expect(items).to.deep.equal([made]);
    const changed = await vendors('update', call, { id: made.id, version: 1, email: null, note: 'Le mardi' });
    expect(changed).to.include({ name: 'Moulin de l’Étang', email: null, note: 'Le mardi', version: 2 });
    expect((await refusalOf(vendors('update', call, { id: made.id, version: 1, note: null }))).code).to.equal('stale');
    await vendors('delete', call, { id: made.id });
    expect((await refusalOf(vendors('get', call, { id: made.id }))).code).to.equal('unknown_record');
  });

  it('merges what is known of a vendor, never replaces it, and leaves the portal alone', async () => {
    const { call, vendors } = await aShop();
    const { id } = await vendors('create', call, { name: 'Moulin', data: { shelf: 3, lead: { days: 2 } } });
    await vendors('createPortalLink', call, { id });
    const { data, active, portal } = await vendors('update', call, { id, data: { active: false, lead: null } });

    expect(data).to.deep.equal({ shelf: 3, active: false });
    expect(active).to.equal(false);
    expect(portal?.expiresAt).to.equal('2026-07-16T10:00:00.000Z');
    for (const hostile of [{ portal: { hash: 'x' } }, { active: 'no' }]) {
      expect((await refusalOf(vendors('update', call, { id, data: hostile }))).code).to.equal('invalid_request');
    }
  });

  it('takes 0 for no id of a shop', async () => {
    const { call, vendors } = await aShop();
    expect((await refusalOf(vendors('create', call, { name: 'X', type: 'supplier', externalId: '0' }))).code).to.equal('invalid_request');
  });

  it('deletes a vendor of products only when another takes them', async () => {
    const { call, vendors, keep, sell, vendorOf } = await aShop();
    const [from, into] = [aVendor(), aVendor()];
    await keep(from, into);
    await sell('farine', from.id);
    expect((await refusalOf(vendors('delete', call, { id: from.id }))).code).to.equal('in_use');
    expect((await refusalOf(vendors('delete', call, { id: from.id, reassignTo: from.id }))).code).to.equal('in_use');
    expect((await refusalOf(vendors('delete', call, { id: from.id, reassignTo: 'nobody' }))).code).to.equal('unknown_record');
    await vendors('delete', call, { id: from.id, reassignTo: into.id });
    expect(await vendorOf('farine')).to.equal(into.id);
  });

  it('merges two vendors: products and shop ids lead to the one that stays, and the link of the other ends', async () => {
    const { call, vendors, services, scope, keep, sell, vendorOf } = await aShop();
    const from = aVendor({
      name: 'Maison Le Goff SARL',
      type: 'manufacturer',
      externalId: '3',
      email: 'a@example.test',
      data: { a: 1, b: 1 },
    });
    const into = aVendor({ name: 'Le Goff', type: 'supplier', externalId: '9', phone: '+33 1', data: { b: 2 } });
    const earlier = aVendor({ type: 'supplier', externalId: '1', mergedInto: from.id });
    await keep(from, into);
    await keep(earlier);
    await sell('beurre', from.id);
    const { url } = await vendors('createPortalLink', call, { id: from.id });

    const stays = await vendors('merge', call, { fromId: from.id, intoId: into.id, version: 1 });

    expect(stays).to.deep.include({
      id: into.id,
      name: 'Le Goff',
      email: 'a@example.test',
      phone: '+33 1',
      data: { a: 1, b: 2 },
      products: 1,
    });
    expect(stays.portal).to.equal(null);
    expect(await vendorOf('beurre')).to.equal(into.id);
    expect(await vendors('get', call, { id: from.id })).to.include({ mergedInto: into.id, externalId: '3' });
    expect((await vendors('list', call, {})).total).to.equal(1);
    const ids = [
      { type: 'manufacturer', externalId: '3' },
      { type: 'supplier', externalId: '9' },
      { type: 'supplier', externalId: '1' },
    ] as const;
    const known = await services.views.vendors.byShopIds(scope, ids);
    expect(known.map(({ vendor }) => vendor.id)).to.deep.equal([into.id, into.id, into.id]);
    const token = url.split('/').at(-1) ?? '';
    expect((await refusalOf(services.vendorPortal.open(token, '192.0.2.1', 1))).code).to.equal('unknown_record');
  });

  it('refuses to merge a vendor into itself, into nobody, twice, or unseen', async () => {
    const { call, vendors, keep } = await aShop();
    const [one, other, third] = [aVendor(), aVendor(), aVendor()];
    await keep(one, other, third);
    const merge = async (fromId: string, intoId: string, version?: number) =>
      (await refusalOf(vendors('merge', call, { fromId, intoId, version }))).code;
    expect(await merge(one.id, one.id)).to.equal('invalid_request');
    expect(await merge(one.id, 'nobody')).to.equal('unknown_record');
    expect(await merge(one.id, other.id, 2)).to.equal('stale');
    await vendors('merge', call, { fromId: one.id, intoId: other.id });
    expect(await merge(one.id, third.id)).to.equal('unknown_record');
    expect(await merge(third.id, one.id)).to.equal('unknown_record');
    for (const change of ['update', 'delete', 'createPortalLink', 'sendPortalLink'] as const) {
      expect((await refusalOf(vendors(change, call, { id: one.id }))).code, change).to.equal('unknown_record');
    }
  });

  it('links and unlinks products, and lists them without what they are sold for', async () => {
    const { call, vendors, heard, keep, sell, vendorOf } = await aShop();
    const [vendor, other] = [aVendor(), aVendor()];
    await keep(vendor, other);
    await sell('cidre', null);
    await vendors('linkProduct', call, { id: vendor.id, productId: 'cidre' });
    expect(heard.some(({ kind }) => kind === 'site-changed')).to.equal(true);
    const { items } = await vendors('listProducts', call, { id: vendor.id });
    expect(items.map(({ id, purchasePriceCents }) => [id, purchasePriceCents])).to.deep.equal([['cidre', 100]]);
    expect(JSON.stringify(items)).not.to.include('4242');

    expect((await refusalOf(vendors('unlinkProduct', call, { id: other.id, productId: 'cidre' }))).code).to.equal('unknown_record');
    await vendors('unlinkProduct', call, { id: vendor.id, productId: 'cidre' });
    expect(await vendorOf('cidre')).to.equal(null);
    expect((await refusalOf(vendors('linkProduct', call, { id: vendor.id, productId: 'nothing' }))).code).to.equal('unknown_item');
    expect((await refusalOf(vendors('linkProduct', call, { id: 'nobody', productId: 'cidre' }))).code).to.equal('unknown_record');
  });

  it('writes the list as CSV that no spreadsheet calculates', async () => {
    const { call, vendors, keep, sell } = await aShop();
    const vendor = aVendor({ name: '=1+1', email: 'a@example.test', type: 'supplier', externalId: '12', data: { active: false } });
    await keep(vendor, aVendor({ type: 'manufacturer' }));
    await sell('farine', vendor.id);
    const { text, vendors: written } = await vendors('exportCsv', call, { type: 'supplier' });
    const [headings, row] = readCsv(text).records.map(({ cells }) => cells);
    expect(headings?.join()).to.equal('id,name,type,externalId,active,email,phone,note,products');
    expect(row).to.deep.equal([vendor.id, "'=1+1", 'supplier', '12', 'false', 'a@example.test', '', '', '1']);
    expect(written).to.equal(1);
  });

  it('answers nothing by which a link could be tried out', async () => {
    const { call, services, scope, vendors } = await aShop();
    const { id } = await vendors('create', call, { name: 'Moulin' });
    const { url } = await vendors('createPortalLink', call, { id, ttlDays: 1 });
    const stored = JSON.stringify((await services.views.vendors.get(scope, id))?.data);
    expect(stored).to.include('hash').and.not.include(url.split('/').at(-1));
    const answers = JSON.stringify([await vendors('get', call, { id }), await vendors('list', call, {})]);
    expect(answers).not.to.include('hash');
    expect((await vendors('get', call, { id })).portal).to.deep.equal({
      createdAt: NOON.toISOString(),
      expiresAt: new Date(NOON.getTime() + 86_400_000).toISOString(),
    });
  });
});
