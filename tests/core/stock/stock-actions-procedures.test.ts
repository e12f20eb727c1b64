import { stockActionsRouter } from '@comptoir/core/stock/stock-actions-procedures.js';
import { expect } from 'chai';
import { aProduct } from '../../suites/builders.js';
import { aForecast, aUnit, levelIn, onTheShelf, postIn } from '../../suites/stock-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

const MUG = aUnit('mug');

async function aShop() {
  const bench = aBench();
  const organisation = await anOrganisation(bench);
  const { scope } = organisation;
  await bench.persistence.transact(scope, ({ products }) =>
    products.create(scope, [aProduct({ id: 'mug', name: 'Tasse', manageStock: true })]),
  );
  await onTheShelf(bench.persistence, scope, [MUG], 6);
  const { scope: beside } = await organisation.beside();
  await onTheShelf(bench.persistence, beside, [MUG], 0);
  const { user, call } = await organisation.joinAs('manager');
  return { ...bench, organisation, scope, beside, call, user, stockActions: callsOf('stockActions', stockActionsRouter()) };
}

describe('the stockActions router', () => {
  it('writes what somebody saw happen, under their name', async () => {
    const { call, user, stockActions } = await aShop();

    const action = await stockActions('adjust', call, { itemId: 'mug', by: -2, reason: 'LOSS', note: 'Cassées' });

    expect(action).to.include({ direction: 'DECREMENT', quantity: 2, before: 6, after: 4, reason: 'LOSS', actor: `user:${user.id}` });
    expect(await stockActions('get', call, { id: action.id })).to.deep.equal(action);
    expect((await stockActions('list', call, { reason: 'LOSS' })).items).to.deep.equal([action]);
  });

  it('leaves what the till writes itself to the till', async () => {
    const { call, stockActions } = await aShop();
    for (const reason of ['ORDER_FORECAST', 'OPENING_BALANCE', 'COUNT', 'TRANSFER', 'SHOP_SYNC', 'SYNC_MOVEMENT']) {
      expect((await refusalOf(stockActions('adjust', call, { itemId: 'mug', by: 1, reason }))).code).to.equal('invalid_request');
    }
    for (const by of [0, 0.5, 1_000_001, -1_000_001]) {
      expect((await refusalOf(stockActions('adjust', call, { itemId: 'mug', by }))).code).to.equal('invalid_request');
    }
  });

  it('takes one reference once', async () => {
    const { call, stockActions } = await aShop();
    const delivery = { itemId: 'mug', by: 3, reason: 'DELIVERY', reference: 'BL-7' };
    await stockActions('adjust', call, delivery);
    expect((await refusalOf(stockActions('adjust', call, delivery))).code).to.equal('duplicate');
  });

  it('makes the stock what was counted', async () => {
    const { call, stockActions } = await aShop();
    expect((await stockActions('count', call, { itemId: 'mug', counted: 5 })).action).to.include({ reason: 'COUNT', before: 6, after: 5 });
    expect(await stockActions('count', call, { itemId: 'mug', counted: 5 })).to.deep.equal({ action: null });
  });

  it('moves stock to another establishment, for whoever may write in both', async () => {
    const { call, scope, beside, persistence, organisation, stockActions } = await aShop();
    const move = { itemId: 'mug', toSiteId: beside.siteId, toItemId: 'mug', quantity: 4 };
    const ofOne = await organisation.join([{ role: 'manager', siteId: scope.siteId }]);

    expect((await refusalOf(stockActions('transfer', ofOne.call, move))).code).to.equal('forbidden');
    expect((await stockActions('transfer', call, move)).actions.map(({ after }) => after)).to.deep.equal([2, 4]);

    const refusal = await refusalOf(stockActions('transfer', call, move));
    expect([refusal.code, refusal.facts['items']]).to.deep.equal([
      'sold_out',
      [{ id: 'mug', name: 'Tasse', variantId: null, available: 2 }],
    ]);
    expect((await refusalOf(stockActions('transfer', call, { ...move, toSiteId: scope.siteId }))).code).to.equal('invalid_request');
    expect((await levelIn(persistence, beside, MUG)).stock).to.equal(4);
  });

  it('shows the ledger of a product with its levels, and whether they add up', async () => {
    const { call, scope, persistence, stockActions } = await aShop();
    await postIn(persistence, scope, [aForecast({ ...MUG, quantity: 2 })]);

    const { levels, report, total } = await stockActions('ledger', call, { itemId: 'mug', pageSize: 1 });

    expect(levels.map(({ stock, reserved, available }) => [stock, reserved, available])).to.deep.equal([[6, 2, 4]]);
    expect(report).to.deep.equal({ units: 1, actions: 2, differences: [] });
    expect(total).to.equal(2);
    expect((await refusalOf(stockActions('ledger', call, { itemId: 'nothing' }))).code).to.equal('unknown_record');
    expect((await refusalOf(stockActions('get', call, { id: 'nothing' }))).code).to.equal('unknown_record');
  });
});
