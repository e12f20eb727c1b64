import { z } from 'zod';
import { auditEntryOf } from '../kit/call-procedure.js';
import { DomainError, type ErrorCode } from '../kit/errors.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { personal } from '../kit/secret.js';
import { instantInput, personText } from '../kit/validate.js';
import { addressedOrder, atDesk, mayOrders } from './desk-access.js';
import { orderIds } from './desk-contract.js';
import { deskWorkOf } from './desk-work.js';
import { SEAL_MAX } from './forgotten-orders.js';
import { type AskedStep, OFFICE_STEP_NAMES, type OfficeStep, takeOfficeStep } from './office-steps.js';
import { ORDER_STATUSES } from './order.js';
import { orderRecord, recordOf } from './order-record.js';

const BULK_MAX = 100;
const reason = personal(personText(1, 200)).optional();
const GOODS: readonly ErrorCode[] = ['empty_order', 'sold_out', 'unknown_item', 'coupon_refused'];

const bulkInput = z.object({ ids: orderIds(BULK_MAX), step: z.enum(OFFICE_STEP_NAMES), reason });
const sealInput = z.object({ before: instantInput.optional() }).prefault({});

const bulkOutcome = z.object({
  id: z.string(),
  done: z.boolean(),
  status: z.enum(ORDER_STATUSES).nullable().meta({ description: 'What it is now; null when it was refused.' }),
  error: z.string().nullable().meta({ description: 'The code it was refused with.' }),
  message: z.string().nullable(),
});

/** The steps of both lifecycles. */
export function orderStepProcedures() {
  return { ...pickupSteps(), ...fulfilmentSteps(), ...stepsOfBoth(), ...manySteps() };
}

function pickupSteps() {
  return {
    accept: step('accept', mayOrders('accept'), 'Accepts a queued order.', ['payment_pending']),
    reject: step('reject', mayOrders('reject'), 'Rejects a queued order.'),
    ready: step('markReady', mayOrders('ready'), 'Marks an accepted order ready for pickup: the older name of `markReady`.'),
    markReady: step('markReady', mayOrders('ready'), 'Marks an accepted order ready for pickup.'),
    collect: step('collect', mayOrders('collect'), 'Marks a ready order as collected.'),
  };
}

function fulfilmentSteps() {
  return {
    confirm: step('confirm', mayOrders('create'), 'Confirms a draft: promises it its goods and redeems its coupons.', GOODS),
    startPreparation: step('startPreparation', mayOrders('start'), 'Says that somebody prepares a confirmed order.'),
    ship: shipping(),
    markDelivered: step(
      'markDelivered',
      mayOrders('deliver'),
      'Says that an order has arrived, which seals it: its goods leave the stock.',
    ),
    reopen: step('reopen', mayOrders('write'), 'Makes an order a draft again that was not sent yet, or cancelled; its goods go back.'),
  };
}

/** As any other step, and answers what the client is to be told. */
function shipping() {
  const ship = step('ship', mayOrders('ship'), 'Says that an order is on its way.');
  return defineProcedure({
    ...ship,
    output: orderRecord.extend({ trackingUrl: z.string().meta({ description: 'Where the client follows the order.' }) }),
    run: async (context, input) => ({
      ...(await ship.run(context, input)),
      trackingUrl: await context.services.tracking.addressOf(siteScopeOf(context), input.id),
    }),
  });
}

function stepsOfBoth() {
  return {
    cancel: step('cancel', mayOrders('cancel'), 'Cancels an order whose goods were not handed over; they go back, and its coupons.'),
    seal: step('seal', mayOrders('deliver'), 'Hands an order over, whichever way: collected or delivered. Its goods leave the stock.'),
  };
}

function step(name: OfficeStep, access: ReturnType<typeof mayOrders>, summary: string, errors: readonly ErrorCode[] = []) {
  return defineProcedure({
    type: 'mutation',
    access,
    summary,
    input: addressedOrder.extend({ reason }),
    output: orderRecord,
    errors: ['unknown_order', 'invalid_transition', 'stale', ...errors],
    rest: true,
    run: async (context, { id, version, reason: why }) => {
      const scope = siteScopeOf(context);
      const asked = { step: name, reason: why ?? null, version };
      return recordOf(await atDesk(context, scope, (work) => takeOfficeStep(work, scope, id, asked)));
    },
  });
}

function manySteps() {
  return {
    bulkSetStatus: defineProcedure({
      type: 'mutation',
      access: mayOrders('write'),
      summary: `Takes the same step of up to ${BULK_MAX} orders, each on its own: answers for each whether it was done, or why not.`,
      input: bulkInput,
      output: z.array(bulkOutcome),
      transaction: 'own',
      run: async (context, { ids, step: name, reason: why }) => {
        const outcomes: z.input<typeof bulkOutcome>[] = [];
        for (const id of ids) outcomes.push(await stepOfOne(context, id, { step: name, reason: why ?? null }));
        return outcomes;
      },
    }),
    sealAll: defineProcedure({
      type: 'mutation',
      access: mayOrders('deliver'),
      summary: `Seals what \`listUnsealed\` names before an instant (the start of today unless told), each order on its own, up to ${SEAL_MAX} in a call; \`more\` says to call again.`,
      input: sealInput,
      output: z.object({
        sealed: z.array(z.string()),
        refused: z.array(z.object({ id: z.string(), code: z.string() })),
        more: z.boolean(),
      }),
      errors: ['unknown_shop'],
      transaction: 'own',
      run: async (context, { before }) => {
        const [scope, { forgottenOrders }] = [siteScopeOf(context), context.services];
        return forgottenOrders.seal(scope, before ?? (await forgottenOrders.today(scope)), async ({ audit }, id) =>
          audit.append(auditEntryOf('orders.sealAll', context, sealInput, { before }, { id })),
        );
      },
    }),
  };
}

/** In a transaction of its own, with its audit entry. */
async function stepOfOne(context: CallContext, id: string, asked: AskedStep): Promise<z.input<typeof bulkOutcome>> {
  const scope = siteScopeOf(context);
  try {
    const { status } = await context.services.unitOfWork(scope, async (services, stores) => {
      const order = await takeOfficeStep(deskWorkOf(services, stores), scope, id, asked);
      const told = { ids: [id], step: asked.step, reason: asked.reason ?? undefined };
      await stores.audit.append(auditEntryOf('orders.bulkSetStatus', context, bulkInput, told, { id }));
      return order;
    });
    return { id, done: true, status, error: null, message: null };
  } catch (error) {
    if (error instanceof DomainError) return { id, done: false, status: null, error: error.code, message: error.message };
    throw error;
  }
}
