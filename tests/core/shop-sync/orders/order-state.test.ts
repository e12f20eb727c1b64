import { FULFILMENT_STATUSES } from '@comptoir/core/orders/order.js';
import { CANCELED, firstStatus, invoiceStatusOf, isHistory, statusAfter } from '@comptoir/core/shop-sync/orders/order-state.js';
import { SHOP_PHASES, type ShopPhase } from '@comptoir/core/shop-sync/shop-records.js';
import { expect } from 'chai';
import { minutesAfter, NOON } from '../../../suites/builders.js';
import { aShopOrder } from '../../../suites/shop-order-builders.js';

const DAY_MINUTES = 1440;
const inPhase = (phase: ShopPhase, changes: Parameters<typeof aShopOrder>[0] = {}) =>
  aShopOrder({ state: { id: '1', name: phase, phase }, ...changes });

describe('the state of an order of an online shop', () => {
  it('is where the shop says, but never delivered', () => {
    const states = SHOP_PHASES.map((phase) => firstStatus(inPhase(phase), minutesAfter(NOON, -60)));
    expect(states).to.deep.equal(['confirmed', 'confirmed', 'preparing', 'shipped', 'shipped', 'cancelled']);
  });

  it('is delivered where the shop had shipped before anything was synchronized, and open where it had not', () => {
    const since = minutesAfter(NOON, 1);
    const states = SHOP_PHASES.map((phase) => firstStatus(inPhase(phase), since));
    expect(states).to.deep.equal(['confirmed', 'confirmed', 'preparing', 'delivered', 'delivered', 'cancelled']);
  });

  it('takes an old order that was touched later for history, and a young one not', () => {
    const since = minutesAfter(NOON, -DAY_MINUTES);
    const placed = (days: number) => inPhase('shipped', { placedAt: minutesAfter(since, -days * DAY_MINUTES), updatedAt: NOON });
    expect([isHistory(placed(41), since), isHistory(placed(39), since)]).to.deep.equal([true, false]);
  });

  it('takes what was placed in an hour that a clock repeats for open, when nobody knows when it was shipped', () => {
    const placed = (minutes: number) => inPhase('shipped', { placedAt: minutesAfter(NOON, minutes), updatedAt: null });
    expect([isHistory(placed(-60), NOON), isHistory(placed(-DAY_MINUTES), NOON)]).to.deep.equal([false, true]);
  });

  it('never goes back, except where the shop takes up again what it had cancelled', () => {
    for (const status of FULFILMENT_STATUSES)
      for (const phase of SHOP_PHASES) {
        const after = statusAfter({ status, invoiceStatus: 'PAID' }, phase);
        const ended = status === 'delivered' || status === 'returned' || status === 'cancelled';
        if (ended) expect(after, `${status} ${phase}`).to.equal(status);
        else if (phase === 'cancelled') expect(after, status).to.equal('cancelled');
        else expect(FULFILMENT_STATUSES.indexOf(after), `${status} ${phase}`).to.be.at.least(FULFILMENT_STATUSES.indexOf(status));
      }
    expect(statusAfter({ status: 'cancelled', invoiceStatus: CANCELED }, 'preparing')).to.equal('preparing');
    expect(statusAfter({ status: 'delivered', invoiceStatus: CANCELED }, 'paid')).to.equal('delivered');
  });

  it('is called what the shop calls it, in capitals', () => {
    expect(SHOP_PHASES.map(invoiceStatusOf)).to.deep.equal(['AWAITING', 'PAID', 'PREPARING', 'SHIPPED', 'DELIVERED', 'CANCELED']);
  });
});
