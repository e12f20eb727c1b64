import type { Clock } from '../kit/clock.js';
import type { Logger } from '../kit/logger.js';
import type { Scope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { takeOrderStep } from './order-steps.js';
import type { OrderViews, WaitingOrder } from './order-views.js';

/** An order that is paid at pickup and that nobody has answered is given up this long after its pickup time. */
const UNANSWERED_HOURS = 24;
const HOUR_MS = 3_600_000;
/** Given up in one run; the next one goes on. */
const BATCH = 100;

/** What the history of an order says when it was given up. */
export const EXPIRY_REASONS = { unanswered: 'unanswered', unpaid: 'unpaid' } as const;

/** Who gives orders up. */
export const EXPIRY_ACTOR = { kind: 'system', name: 'expiry' } as const;

export interface OrderExpiry {
  /** Cancels orders that have waited too long for an answer, in every tenant; how many. Safe to run anywhere, any number of times at once. */
  expire(): Promise<number>;
}

export interface OrderExpiryDeps {
  readonly unitOfWork: UnitOfWork;
  readonly orderViews: Pick<OrderViews, 'unanswered'>;
  readonly clock: Clock;
  readonly signals: Signals;
  readonly logger: Logger;
}

export function makeOrderExpiry({ unitOfWork, orderViews, clock, signals, logger }: OrderExpiryDeps): OrderExpiry {
  async function giveUp({ id, ...site }: WaitingOrder): Promise<boolean> {
    const scope: Scope = { ...site, actor: EXPIRY_ACTOR };
    const given = await unitOfWork(scope, ({ stock, orderSales }, stores) =>
      takeOrderStep({ stores, stock, orderSales }, scope, id, {
        step: 'cancel',
        reason: EXPIRY_REASONS.unanswered,
        at: clock.now(),
        onlyIf: ({ status, payment }) => status === 'queued' && payment.method === 'at_pickup',
      }),
    );
    if (given !== null) signals.send({ kind: 'order-changed', orderId: id });
    return given !== null;
  }

  /** One order that cannot be given up does not keep the others waiting. */
  async function tryToGiveUp(order: WaitingOrder): Promise<boolean> {
    try {
      return await giveUp(order);
    } catch (error) {
      logger.error({ err: error, orderId: order.id }, 'an order that nobody has answered could not be cancelled');
      return false;
    }
  }

  return {
    async expire() {
      const before = new Date(clock.now().getTime() - UNANSWERED_HOURS * HOUR_MS);
      let count = 0;
      for (const order of await orderViews.unanswered(before, BATCH)) if (await tryToGiveUp(order)) count += 1;
      return count;
    },
  };
}
