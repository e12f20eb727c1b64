import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { orderCalled } from '@comptoir/core/orders/called-number.js';
import { isPickup, type PickupStatus } from '@comptoir/core/orders/order.js';
import { expect } from 'chai';
import { anEvent, establish, everyDay, placed } from '../../suites/builders.js';

const [TODAY, TOMORROW] = ['2026-06-16', '2026-06-17'];
const LATE = new Date('2026-06-16T21:40:00Z');

async function aTill() {
  const persistence = makeMemoryPersistence();
  const { scope, site } = await establish(persistence, { timezone: 'Europe/Paris', hours: everyDay(['00:00', '24:00']) });
  const order = (serviceDay: string, status: PickupStatus = 'queued') => placed(persistence, scope, { serviceDay, status });
  const called = async (number: number, now = LATE) => (await orderCalled(persistence.views, scope, site, number, now))?.id ?? null;
  return { persistence, scope, order, called };
}

describe('a number that is called out', () => {
  it('means the order of today', async () => {
    const { order, called } = await aTill();
    const [today] = [await order(TODAY), await order(TOMORROW)];

    expect(await called(1)).to.equal(today.id);
  });

  it('means an order for after midnight where there is none of today, as in the last half hour of a day', async () => {
    const { order, called } = await aTill();
    const tomorrow = await order(TOMORROW);

    expect(await called(1)).to.equal(tomorrow.id);
  });

  it('means that of tomorrow once that of today is over, and else still that of today', async () => {
    const { order, called, persistence, scope } = await aTill();
    const today = await order(TODAY, 'ready');
    await persistence.transact(scope, ({ orders }) =>
      orders.change(scope, today.id, (before) =>
        isPickup(before) ? { order: { ...before, status: 'collected', version: 2 }, event: anEvent('collected') } : null,
      ),
    );
    expect(await called(1)).to.equal(today.id);
    const tomorrow = await order(TOMORROW);

    expect(await called(1)).to.equal(tomorrow.id);
  });

  it('means nothing of days that are gone or further off', async () => {
    const { order, called } = await aTill();
    await order('2026-06-15');
    await order('2026-06-18');

    expect(await called(1)).to.equal(null);
    expect(await called(1, new Date('2026-06-16T22:00:00Z'))).to.not.equal(null);
  });
});
