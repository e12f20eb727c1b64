import type { FulfilmentStep } from '@comptoir/core/orders/fulfilment-life.js';
import type { FulfilmentOrder, OrderLine } from '@comptoir/core/orders/order.js';
import { fulfilmentWorkOf, takeFulfilmentStep } from '@comptoir/core/orders/take-fulfilment-step.js';
import type { NewFulfilment, NewPayment, NewRefund, NewReturn } from '@comptoir/core/settlement/settlement-service.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { aLine, anItem, minutesAfter, NOON } from '../../suites/builders.js';
import { confirmedIn } from '../../suites/settlement-builders.js';
import { aUnit, levelIn, onTheShelf } from '../../suites/stock-builders.js';
import { aBench, aRestaurant } from '../support.js';

const MUG = anItem({ id: 'mug', manageStock: true });
const BOX = anItem({ id: 'box', bundle: [{ itemId: 'mug', variantId: null, quantity: 3 }] });
export const SHELF = 1000;

export const MUGS = aLine({ id: 'a', itemId: 'mug', quantity: 2, unitPriceCents: 1000, totalCents: 2000 });
export const BOXES = aLine({ id: 'b', itemId: 'box', quantity: 1, unitPriceCents: 3000, totalCents: 3000 });
export const CARRIAGE: OrderLine = {
  ...aLine({ id: 'c', quantity: 1, unitPriceCents: 500, totalCents: 500 }),
  kind: 'shipping',
  itemId: null,
};

export const PAYMENT: NewPayment = { method: 'cash', amountCents: 1000, captured: true, reference: null, note: null, receivedAt: null };
export const REFUND: NewRefund = { amountCents: null, paymentId: null, returnId: null, method: null, reason: null, reference: null };
export const PARCEL: NewFulfilment = { lines: null, carrier: null, trackingNumber: null, trackingUrl: null, note: null, shipped: false };
export const RETURN: NewReturn = { lines: [{ lineId: 'a', quantity: 1, condition: 'sellable' }], reason: null, received: false };

/** A shop with mugs, and boxes of three of them. An order of two mugs and a box for 55 €, of which 5 € are carriage, is confirmed. */
export async function aSettledShop() {
  const bench = aBench();
  const { scope } = await aRestaurant(
    bench,
    { trade: 'shop', features: { ...SITE_DEFAULTS.features, stock: true } },
    { items: [MUG, BOX] },
  );
  await onTheShelf(bench.persistence, scope, [aUnit('mug')], SHELF);
  const { settlement, views, unitOfWork } = bench.services;
  const take = (id: string, step: FulfilmentStep) =>
    unitOfWork(scope, (services, stores) =>
      takeFulfilmentStep(fulfilmentWorkOf(services, stores), scope, id, { step, reason: null, at: minutesAfter(NOON, 1) }),
    );
  const confirmed = async (changes: Partial<FulfilmentOrder> = {}) => {
    const lines = [MUGS, BOXES, CARRIAGE];
    const { id } = await confirmedIn(bench.persistence, scope, { status: 'draft', lines, totalCents: 5500, ...changes });
    await take(id, 'confirm');
    return id;
  };
  const get = async (id: string) => {
    const order = await views.orders.get(scope, id);
    if (order === null) throw new Error('The order is gone.');
    return order;
  };
  return {
    ...bench,
    scope,
    settlement,
    take,
    confirmed,
    get,
    counts: async (id: string) => (await get(id)).lines.map(({ fulfilled, returned }) => [fulfilled, returned]),
    events: (id: string) => views.orders.events(scope, id),
    money: (id: string) => views.settlement.money(scope, id),
    parcels: (id: string) => views.settlement.parcelsOf(scope, id),
    returns: (id: string) => views.settlement.returnsOf(scope, id),
    stock: async () => {
      const { stock, reserved } = await levelIn(bench.persistence, scope, aUnit('mug'));
      return [stock, reserved];
    },
  };
}
