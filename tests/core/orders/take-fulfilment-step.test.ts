import type { Scope } from '@comptoir/core/kit/scope.js';
import { FULFILMENT_STEP_NAMES, FULFILMENT_STEPS, type FulfilmentStep, goodsMove } from '@comptoir/core/orders/fulfilment-life.js';
import { FULFILMENT_STATUSES, type FulfilmentOrder, NEW_LINE, type OrderLine } from '@comptoir/core/orders/order.js';
import { fulfilmentWorkOf, takeFulfilmentStep } from '@comptoir/core/orders/take-fulfilment-step.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import { aFulfilment, aLine, anEvent, anItem, freshToken, minutesAfter, NOON } from '../../suites/builders.js';
import { aUnit, levelIn, onTheShelf } from '../../suites/stock-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench, aRestaurant } from '../support.js';

const MUG = anItem({ id: 'mug', manageStock: true });
const BOX = anItem({ id: 'box', bundle: [{ itemId: 'mug', variantId: null, quantity: 3 }] });
const TWO_MUGS = aLine({ itemId: 'mug', quantity: 2 });
const CARRIAGE: OrderLine = {
  ...aLine({ id: '9', quantity: 1, unitPriceCents: 500, totalCents: 500 }),
  ...NEW_LINE,
  kind: 'shipping',
  itemId: null,
};

/** A shop with five mugs. */
async function aShop(changes: { stock: boolean } = { stock: true }) {
  const bench = aBench();
  const features = { ...SITE_DEFAULTS.features, ...changes };
  const { scope } = await aRestaurant(bench, { trade: 'shop', features }, { items: [MUG, BOX] });
  await onTheShelf(bench.persistence, scope, [aUnit('mug')], 5);
  const draft = async (changes: Partial<FulfilmentOrder> = {}) => {
    const order = aFulfilment(scope, {
      id: freshToken(),
      invoiceNumber: null,
      discounts: [],
      sealedAt: null,
      lines: [TWO_MUGS, CARRIAGE],
      ...changes,
    });
    await bench.persistence.transact(scope, ({ orders }) => orders.place(scope, order, anEvent('draft')));
    return order.id;
  };
  const take = (id: string, step: FulfilmentStep, version?: number, by: Scope = scope) =>
    bench.services.unitOfWork(by, (services, stores) =>
      takeFulfilmentStep(fulfilmentWorkOf(services, stores), by, id, { step, reason: 'because', at: minutesAfter(NOON, 1), version }),
    );
  const level = async () => {
    const { stock, reserved } = await levelIn(bench.persistence, scope, aUnit('mug'));
    return [stock, reserved];
  };
  const order = (id: string) => bench.services.views.orders.get(scope, id);
  const events = (id: string) => bench.services.views.orders.events(scope, id);
  return { ...bench, scope, draft, take, level, order, events };
}

describe('the steps of an order that is sent', () => {
  it('promise its goods when it is confirmed, and take them off the shelf when it is delivered', async () => {
    const { draft, take, level } = await aShop();
    const id = await draft();

    expect(await take(id, 'confirm')).to.include({ status: 'confirmed', version: 2, sealedAt: null });
    expect(await level()).to.deep.equal([5, 2]);
    await take(id, 'startPreparation');
    await take(id, 'ship');
    expect(await level()).to.deep.equal([5, 2]);
    const delivered = await take(id, 'deliver');

    expect(delivered).to.deep.include({ status: 'delivered', version: 5, sealedAt: minutesAfter(NOON, 1) });
    expect(await level()).to.deep.equal([3, 0]);
  });

  it('give the goods back when it is cancelled or becomes a draft again, as often as that happens', async () => {
    const { draft, take, level } = await aShop();
    const id = await draft();

    for (const way of ['cancel', 'reopen', 'cancel'] as const) {
      await take(id, 'confirm');
      expect(await level()).to.deep.equal([5, 2]);
      await take(id, way);
      expect(await level()).to.deep.equal([5, 0]);
      if (way === 'cancel') await take(id, 'reopen');
    }
    await take(id, 'confirm');
    await take(id, 'deliver');

    expect(await level()).to.deep.equal([3, 0]);
  });

  it('write one event each, with who, when and why, and tell who listens', async () => {
    const { draft, take, events, heard, scope } = await aShop();
    const id = await draft();

    await take(id, 'confirm', 1);

    const [, event, ...more] = await events(id);
    expect(event).to.deep.equal({
      ...{
        kind: 'status',
        status: 'confirmed',
        at: minutesAfter(NOON, 1),
        actor: 'system:tests',
        reason: 'because',
        payment: null,
        data: null,
      },
    });
    expect(more).to.deep.equal([]);
    expect(heard).to.deep.include({ kind: 'order-changed', orderId: id });
    expect(heard).to.deep.include({ kind: 'stock-changed', siteId: scope.siteId });
  });

  it('are refused, without any trace, when there is not enough, when somebody was quicker, or when nothing is ordered', async () => {
    const { draft, take, level, order, events } = await aShop();
    const refused = async (id: string, version?: number) => {
      const [before, history] = [await order(id), await events(id)];
      const refusal = await refusalOf(take(id, 'confirm', version));
      expect([await order(id), await events(id)]).to.deep.equal([before, history]);
      return refusal;
    };

    const soldOut = await refused(await draft({ lines: [TWO_MUGS, aLine({ id: '2', itemId: 'box', quantity: 2 })] }));
    expect([soldOut.code, soldOut.facts]).to.deep.equal([
      'sold_out',
      { items: [{ id: 'mug', name: MUG.name, variantId: null, available: 5 }] },
    ]);
    const stale = await refused(await draft(), 7);
    expect([stale.code, stale.facts]).to.deep.equal(['stale', { version: 1 }]);
    expect((await refused(await draft({ lines: [] }))).code).to.equal('empty_order');
    const gone = await refused(await draft({ lines: [aLine({ itemId: 'gone' })] }));
    expect([gone.code, gone.facts]).to.deep.equal(['unknown_item', { items: ['gone'] }]);
    expect((await refusalOf(take(freshToken(), 'confirm'))).code).to.equal('unknown_order');
    expect(await level()).to.deep.equal([5, 0]);
  });

  it('are those of the table and no others, from every state', async () => {
    const { draft, take, level, order, events } = await aShop();
    for (const status of FULFILMENT_STATUSES) {
      for (const step of FULFILMENT_STEP_NAMES) {
        const from: readonly string[] = FULFILMENT_STEPS[step].from;
        if (from.includes(status)) continue;
        const id = await draft({ status });
        const [before, history] = [await order(id), await events(id)];

        const { code, facts } = await refusalOf(take(id, step));

        expect([code, facts]).to.deep.equal(['invalid_transition', { status, step }]);
        expect([await order(id), await events(id), await level()]).to.deep.equal([before, history, [5, 0]]);
      }
    }
  });

  it('promise nothing where the establishment keeps no stock', async () => {
    const { draft, take, level } = await aShop({ stock: false });
    const id = await draft({ lines: [aLine({ itemId: 'mug', quantity: 50 })] });

    await take(id, 'confirm');
    await take(id, 'deliver');

    expect(await level()).to.deep.equal([5, 0]);
  });

  it('are not those of an order that is picked up', async () => {
    const { services, persistence, scope, take } = await aShop();
    const { id } = await persistence.transact(scope, async ({ orders }) => {
      const { pickupAt: _, ...rest } = aFulfilment(scope);
      const placed = await orders.place(
        scope,
        { ...rest, channel: 'boutique', status: 'queued', pickupAt: NOON, lines: [TWO_MUGS], invoiceNumber: null },
        anEvent('queued'),
      );
      return placed?.order ?? { id: '' };
    });

    expect((await refusalOf(take(id, 'cancel'))).code).to.equal('invalid_transition');
    expect((await services.views.orders.get(scope, id))?.status).to.equal('queued');
  });

  it('move goods only where the promise begins or ends', () => {
    expect(goodsMove('draft', 'confirmed')).to.equal('reserve');
    expect(goodsMove('shipped', 'delivered')).to.equal('seal');
    expect(goodsMove('preparing', 'draft')).to.equal('release');
    expect(goodsMove('shipped', 'cancelled')).to.equal('release');
    expect(goodsMove('cancelled', 'draft')).to.equal(null);
    expect(goodsMove('confirmed', 'shipped')).to.equal(null);
    expect(goodsMove('delivered', 'returned')).to.equal(null);
  });
});
