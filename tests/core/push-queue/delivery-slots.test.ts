import { makeDeliverySlots } from '@comptoir/core/push-queue/delivery-slots.js';
import { expect } from 'chai';

describe('the slots of deliveries', () => {
  it('keeps the last quarter for other apps', () => {
    const slots = makeDeliverySlots(8);
    const taken = Array.from({ length: 8 }, () => slots.take('busy')).filter(Boolean);
    expect(taken).to.have.length(6);
    expect([slots.take('quiet'), slots.take('quiet'), slots.take('quiet')]).to.deep.equal([true, true, false]);
    slots.give('busy');
    expect(slots.take('quiet')).to.equal(true);
  });

  it('lets the app with the fewest deliveries go first, and of its queues the one with the fewest', () => {
    const slots = makeDeliverySlots(8);
    for (const app of ['a', 'a', 'b', 'b', 'b']) slots.take(app);
    const [a, b1, b2] = [
      { appId: 'a', inFlight: 2 },
      { appId: 'b', inFlight: 2 },
      { appId: 'b', inFlight: 1 },
    ];
    expect(slots.first([b1, a, b2])).to.equal(a);
    expect(slots.first([b1, b2])).to.equal(b2);
    expect(slots.first([])).to.equal(null);
  });

  it('lets nobody wait for an app that has its share', () => {
    const slots = makeDeliverySlots(4);
    for (let each = 0; each < 3; each += 1) slots.take('busy');
    expect(slots.first([{ appId: 'busy', inFlight: 3 }])).to.equal(null);
  });
});
