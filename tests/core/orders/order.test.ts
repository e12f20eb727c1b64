import {
  endsUnserved,
  isFinal,
  PICKUP_STATUSES,
  PICKUP_STEP_NAMES,
  type PickupOrder,
  type PickupStatus,
  type PickupStep,
  takeStep,
} from '@comptoir/core/orders/order.js';
import { expect } from 'chai';
import { anOrder, aScope } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';

/** The life of an order that is picked up, as the establishment would tell it. Every step that is not here is refused. */
const LIFE: Record<PickupStatus, Partial<Record<PickupStep, PickupStatus>>> = {
  queued: { accept: 'accepted', reject: 'rejected', cancel: 'cancelled' },
  accepted: { ready: 'ready', cancel: 'cancelled' },
  ready: { collect: 'collected', cancel: 'cancelled' },
  collected: {},
  rejected: {},
  cancelled: {},
};

const orderThatIs = (status: PickupStatus): PickupOrder => ({ ...anOrder(aScope(), { status, version: 4 }), sequence: 7 });

describe('the life of a takeaway order', () => {
  for (const status of PICKUP_STATUSES) {
    for (const step of PICKUP_STEP_NAMES) {
      const next = LIFE[status][step];
      if (next === undefined) {
        it(`refuses to ${step} an order that is ${status}`, async () => {
          const refusal = await refusalOf(() => takeStep(orderThatIs(status), step));

          expect([refusal.code, refusal.facts]).to.deep.equal(['invalid_transition', { status, step }]);
          expect(refusal.message).to.contain(status);
        });
      } else {
        it(`makes an order that is ${status} ${next} by the step "${step}", and changes nothing else`, () => {
          const before = orderThatIs(status);

          expect(takeStep(before, step)).to.deep.equal({ ...before, status: next, version: 5 });
          expect(before.status).to.equal(status);
        });
      }
    }

    it(`${Object.keys(LIFE[status]).length === 0 ? 'ends' : 'goes on'} where an order is ${status}`, () => {
      expect(isFinal(status)).to.equal(Object.keys(LIFE[status]).length === 0);
    });
  }

  it('gives the pickup slot back when the order is turned down or called off, and only then', () => {
    expect(PICKUP_STEP_NAMES.filter(endsUnserved)).to.have.members(['reject', 'cancel']);
  });
});
