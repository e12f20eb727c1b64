import { inventoryRouter } from '@comptoir/core/stock/inventory-procedures.js';
import { expect } from 'chai';
import { aProduct, aVariant } from '../../suites/builders.js';
import { aForecast, aUnit, onTheShelf, postIn } from '../../suites/stock-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

const MUG = { ...aProduct({ id: 'mug', name: 'Tasse', manageStock: true }), purchasePriceCents: 250 };
const SHIRT = aProduct({
  id: 'shirt',
  name: 'Chemise',
  manageStock: true,
  variants: [aVariant({ id: 'l', name: 'L' }), aVariant({ id: 's', name: 'S' })],
});
const LARGE = aUnit('shirt', 'l');

async function aShop() {
  const bench = aBench();
  const organisation = await anOrganisation(bench);
  const { scope } = organisation;
  await bench.persistence.transact(scope, ({ products }) => products.create(scope, [MUG, SHIRT]));
  await onTheShelf(bench.persistence, scope, [aUnit('mug'), LARGE, aUnit('shirt', 's')], 6);
  await postIn(bench.persistence, scope, [aForecast({ ...LARGE, quantity: 4 })]);
  const { call } = await organisation.joinAs('manager');
  return { ...bench, scope, call, inventory: callsOf('inventory', inventoryRouter()) };
}

describe('the inventory router', () => {
  it('lists what is there, promised and available, by name', async () => {
    const { call, inventory } = await aShop();

    const { items, total } = await inventory('list', call, { pageSize: 2 });

    expect(total).to.equal(3);
    expect(items.map(({ name, variantName, stock, reserved, available }) => [name, variantName, stock, reserved, available])).to.deep.equal(
      [
        ['Chemise', 'L', 6, 4, 2],
        ['Chemise', 'S', 6, 0, 6],
      ],
    );
    expect((await inventory('list', call, { search: 'tas' })).items.map(({ itemId }) => itemId)).to.deep.equal(['mug']);
  });

  it('shows one item, and refuses one of which no stock is kept', async () => {
    const { call, inventory } = await aShop();

    const shirt = await inventory('get', call, { itemId: 'shirt' });

    expect([shirt.name, shirt.units.map(({ variantId }) => variantId)]).to.deep.equal(['Chemise', ['l', 's']]);
    expect((await refusalOf(inventory('get', call, { itemId: 'nothing' }))).code).to.equal('unknown_record');
  });

  it('tells what is low once a threshold says so', async () => {
    const { call, inventory } = await aShop();
    expect((await inventory('lowStock', call)).items).to.deep.equal([]);

    expect(await inventory('thresholds', call, { ...LARGE, threshold: 2 })).to.include({ threshold: 2, low: true, available: 2 });
    await inventory('thresholds', call, { ...aUnit('mug'), threshold: 5 });

    expect((await inventory('lowStock', call)).items.map(({ variantName }) => variantName)).to.deep.equal(['L']);
    expect(await inventory('thresholds', call, { ...LARGE, threshold: null })).to.include({ threshold: null, low: false });
    expect((await refusalOf(inventory('thresholds', call, { itemId: 'shirt', threshold: 1 }))).code).to.equal('unknown_record');
    expect((await refusalOf(inventory('thresholds', call, { ...LARGE, threshold: -1 }))).code).to.equal('invalid_request');
  });

  it('values the stock at purchase prices, and says what has none', async () => {
    const { call, inventory } = await aShop();

    const { items, totalCents, units, unpricedUnits } = await inventory('valuation', call);

    expect(items.map(({ name, valueCents }) => [name, valueCents])).to.deep.equal([
      ['Chemise', null],
      ['Chemise', null],
      ['Tasse', 1500],
    ]);
    expect({ totalCents, units, unpricedUnits }).to.deep.equal({ totalCents: 1500, units: 3, unpricedUnits: 2 });
  });

  it('adds the ledger up anew', async () => {
    const { call, inventory } = await aShop();
    expect(await inventory('verify', call)).to.deep.equal({ units: 3, actions: 4, differences: [] });
    expect(await inventory('verify', call, { itemId: 'mug' })).to.deep.equal({ units: 1, actions: 1, differences: [] });
  });
});
