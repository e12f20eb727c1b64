import { expect } from 'chai';
import { aProduct, aVariant, DAY_MS, NOON } from '../../suites/builders.js';
import { aUnit, onTheShelf } from '../../suites/stock-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aVendor } from '../../suites/vendor-builders.js';
import { aSuggestion } from '../../suites/webhook-builders.js';
import { anOrganisation } from '../organisation.js';
import { aBench } from '../support.js';

const SOMEWHERE = '192.0.2.7';
const OPTIONS = { ttlDays: 30, language: null };

async function aPortal() {
  const bench = aBench();
  const { scope } = await anOrganisation(bench, { name: 'Atelier', languages: ['de', 'fr'] });
  const { vendorPortal } = bench.services;
  const vendor = aVendor({ name: 'Moulin', email: 'moulin@example.test' });
  await bench.persistence.transact(scope, ({ vendors }) => vendors.create(scope, vendor));
  const link = () => vendorPortal.createLink(scope, vendor.id, OPTIONS);
  const open = (token: string, page = 1) => vendorPortal.open(token, SOMEWHERE, page);
  const refused = async (token: string) => (await refusalOf(open(token))).code;
  return { ...bench, scope, vendor, vendorPortal, link, open, refused };
}

describe('the vendor portal', () => {
  it('shows the vendor its products and what is left of them, of nobody else and without a price', async () => {
    const { persistence, scope, vendor, link, open } = await aPortal();
    const own = { defaultVendorId: vendor.id, priceCents: 4242, purchasePriceCents: 1717, manageStock: true };
    const variants = [
      aVariant({ id: 's', name: 'Petit', priceCents: 4242, sku: 'F-S' }),
      aVariant({ id: 'l', name: 'Grand', priceCents: 4242 }),
    ];
    const [flour, salt] = [
      aProduct({ ...own, id: 'farine', name: 'Farine', reference: 'R1', variants }),
      aProduct({ ...own, id: 'sel', name: 'Sel', manageStock: false, sku: 'SEL' }),
    ];
    await persistence.transact(scope, ({ products }) =>
      products.create(scope, [flour, salt, aProduct({ name: 'Autre' }), aProduct({ ...own, name: 'Retiré', deletedAt: NOON })]),
    );
    await onTheShelf(persistence, scope, [aUnit('farine', 's')], 5);
    await persistence.transact(scope, ({ stock }) => stock.setThreshold(scope, aUnit('farine', 's'), 5));
    await persistence.transact(scope, ({ reorder }) =>
      reorder.put(scope, null, [aSuggestion({ itemId: 'farine', variantId: 's', quantity: 12 })]),
    );

    const sheet = await open((await link()).token);

    const nothing = { available: null, low: false, suggested: null };
    expect(sheet.rows).to.deep.equal([
      { name: 'Farine', variantName: 'Petit', reference: 'R1', sku: 'F-S', available: 5, low: true, suggested: 12 },
      { name: 'Farine', variantName: 'Grand', reference: 'R1', sku: null, ...nothing },
      { name: 'Sel', variantName: null, reference: null, sku: 'SEL', ...nothing },
    ]);
    expect(sheet).to.deep.include({ host: 'Atelier', vendor: 'Moulin', products: 2, page: 1, pages: 1 });
    expect(JSON.stringify(sheet)).not.to.match(/4242|1717/);
  });

  it('opens for the latest link only, until it expires or is revoked', async () => {
    const { clock, scope, vendor, vendorPortal, link, open, refused } = await aPortal();
    const [first, second] = [await link(), await link()];
    expect(await refused(first.token)).to.equal('unknown_record');
    await open(second.token);
    clock.set(new Date(NOON.getTime() + 30 * DAY_MS - 1));
    await open(second.token);
    clock.set(second.expiresAt);
    expect(await refused(second.token)).to.equal('unknown_record');
    const third = await link();
    await vendorPortal.revokeLink(scope, vendor.id);
    expect(await refused(third.token)).to.equal('unknown_record');
    for (const none of ['', 'x', third.token.toUpperCase(), `${third.token}0`]) expect(await refused(none)).to.equal('unknown_record');
  });

  it('lives through a synchronization that merges what it knows into the vendor', async () => {
    const { persistence, scope, vendor, link, open } = await aPortal();
    const { token } = await link();
    await persistence.transact(scope, ({ vendors }) =>
      vendors.changeAll(scope, [vendor.id], (before) => ({ ...before, data: { ...before.data, active: false } })),
    );
    expect((await open(token)).vendor).to.equal('Moulin');
  });

  it('goes by mail in the language of the establishment, and never says the link twice', async () => {
    const { outbox, scope, vendor, vendorPortal, open } = await aPortal();
    const expiresAt = await vendorPortal.sendLink(scope, vendor.id, { ...OPTIONS, to: null });
    const [mail] = outbox.sent;
    expect(mail?.to).to.equal('moulin@example.test');
    expect(mail?.subject).to.equal('Ihr Lieferantenportal bei Atelier');
    const [, token = ''] = /\/de\/vendor\/([0-9a-f]{64})/.exec(mail?.text ?? '') ?? [];
    expect((await open(token)).expiresAt).to.deep.equal(expiresAt);

    await vendorPortal.sendLink(scope, vendor.id, { ttlDays: 1, language: 'it', to: 'other@example.test' });
    expect(outbox.sent[1]).to.include({ to: 'other@example.test', subject: 'La sua area fornitori presso Atelier' });
    expect((await refusalOf(open(token))).code, 'a new one ends the earlier').to.equal('unknown_record');
  });

  it('refuses to mail a vendor without an address, and then leaves the link as it is', async () => {
    const { persistence, scope, vendor, vendorPortal, link, open } = await aPortal();
    const { token } = await link();
    await persistence.transact(scope, ({ vendors }) => vendors.change(scope, vendor.id, (row) => ({ ...row, email: null })));
    const refusal = await refusalOf(vendorPortal.sendLink(scope, vendor.id, { ...OPTIONS, to: null }));
    expect(refusal.code).to.equal('invalid_request');
    await open(token);
  });

  it('turns pages of many products, and shows none beyond the last', async () => {
    const { persistence, scope, vendor, link, open } = await aPortal();
    const many = Array.from({ length: 51 }, (_, index) =>
      aProduct({ name: `P${String(index).padStart(2, '0')}`, defaultVendorId: vendor.id }),
    );
    await persistence.transact(scope, ({ products }) => products.create(scope, many));
    const { token } = await link();
    expect((await open(token)).rows).to.have.length(50);
    expect(await open(token, 2)).to.deep.include({ page: 2, pages: 2, products: 51 });
    expect((await open(token, 2)).rows.map(({ name }) => name)).to.deep.equal(['P50']);
    expect((await open(token, 3)).rows).to.deep.equal([]);
  });

  it('makes programs wait that try links all the time', async () => {
    const { open } = await aPortal();
    const tries = Array.from({ length: 125 }, () => refusalOf(open('0'.repeat(64))));
    const codes = new Set((await Promise.all(tries)).map(({ code }) => code));
    expect([...codes]).to.deep.equal(['unknown_record', 'rate_limited']);
  });
});
