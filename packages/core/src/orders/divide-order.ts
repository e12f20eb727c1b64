import { DomainError } from '../kit/errors.js';
import { sumCents } from '../kit/money.js';
import type { Scope } from '../kit/scope.js';
import { requireVersion } from '../kit/versions.js';
import { blankOrder, place, siteOf } from './begin-order.js';
import type { DeskWork } from './desk-work.js';
import { divide, type LinePart, united } from './divide-contents.js';
import { type Contents, LINES_MAX } from './draft-contents.js';
import type { Addressed } from './edit-draft.js';
import { FULFILMENT_STEPS, isForecast } from './fulfilment-life.js';
import { type FulfilmentOrder, fulfilmentOf, type OrderEvent } from './order.js';
import { orderEvent } from './order-event.js';
import { goodsOf, itemsOfGoods } from './order-goods.js';

export interface SplitOrder {
  readonly order: FulfilmentOrder;
  /** The new one, with what was taken out. */
  readonly newOrder: FulfilmentOrder;
}

/**
 * Takes parts of lines out of a draft or a confirmed order, into a new order for the same client in the same state. Totals, discounts
 * and promised goods are together what they were. Throws `unknown_order`, `stale`, `invalid_transition`, `in_use` (payments, promised ones too, parcels, announced
 * returns or invoices belong to it, or a coupon that is not redeemed yet), and as `divide`.
 */
export async function splitOrder(
  work: DeskWork,
  scope: Scope,
  { id, version }: Addressed,
  parts: readonly LinePart[],
): Promise<SplitOrder> {
  const site = await siteOf(work, scope);
  const blank = blankOrder(work, scope, site);
  let taken: Contents = { lines: [], discounts: [] };
  const order = await changeOne(work, scope, id, async (before) => {
    requireVersion(before, version);
    requireDivisible(before, 'split');
    await requireUnsettled(work, scope, id);
    const divided = divide(before, parts);
    taken = divided.taken;
    return { order: { ...before, ...summed(divided.rest) }, facts: { kind: 'split', data: { to: blank.id, lines: parts } } };
  });
  const draft = { ...blank, ...inheritedFrom(order), ...summed(taken) };
  const newOrder = await place(work, scope, draft, { kind: 'split', data: { from: id } });
  if (isForecast(order.status)) await movePromises(work, scope, order, newOrder);
  return { order, newOrder };
}

async function movePromises(work: DeskWork, scope: Scope, order: FulfilmentOrder, newOrder: FulfilmentOrder): Promise<void> {
  const lines = goodsOf(newOrder.lines);
  const items = await itemsOfGoods(work.views, scope, lines);
  await work.stock.reassign(scope, order.id, newOrder.id, { items, lines });
}

/**
 * Puts other orders of the same client into one; they end cancelled and point to it. All are drafts, or all are confirmed. Totals, discounts
 * and promised goods are together what they were. Throws as `splitOrder`, and `invalid_request` for orders of different clients or currencies.
 */
export async function mergeOrders(
  work: DeskWork,
  scope: Scope,
  { id, version }: Addressed,
  fromIds: readonly string[],
): Promise<FulfilmentOrder> {
  // Locked in the order of their ids first, so that two who merge the same orders do not wait in a circle.
  for (const each of [id, ...fromIds].sort()) await work.stores.orders.change(scope, each, () => null);
  if (fromIds.includes(id)) throw refusedMerge('An order is not merged into itself.');
  const parts: FulfilmentOrder[] = [];
  const target = fulfilmentOf(await work.stores.orders.change(scope, id, () => null));
  requireVersion(target, version);
  requireDivisible(target, 'merge');
  await requireUnsettled(work, scope, id);
  for (const fromId of fromIds) parts.push(await giveUp(work, scope, fromId, target));
  const whole = united([target, ...parts], work.ids.uuid);
  if (whole.lines.length > LINES_MAX) throw refusedMerge(`An order has at most ${LINES_MAX} lines.`);
  const merged = await changeOne(work, scope, id, (before) => ({
    order: { ...before, ...summed(whole) },
    facts: { kind: 'merged', data: { from: fromIds } },
  }));
  for (const fromId of fromIds) if (isForecast(target.status)) await work.stock.reassign(scope, fromId, id, 'all');
  return merged;
}

/** Cancels an order that goes into another one, and gives it as it was. Its goods and its coupons stay promised: to the other. */
async function giveUp(work: DeskWork, scope: Scope, id: string, into: FulfilmentOrder): Promise<FulfilmentOrder> {
  let before: FulfilmentOrder | undefined;
  await changeOne(work, scope, id, async (order) => {
    requireDivisible(order, 'merge');
    requireAlike(order, into);
    await requireUnsettled(work, scope, id);
    before = order;
    return { order: { ...order, status: FULFILMENT_STEPS.cancel.to }, facts: { kind: 'merged', data: { into: into.id } } };
  });
  if (before === undefined) throw new DomainError('unknown_order');
  return before;
}

function requireAlike(order: FulfilmentOrder, into: FulfilmentOrder): void {
  if (order.status !== into.status) throw transitionRefusal(order, 'merge');
  if (order.clientId === null || order.clientId !== into.clientId) throw refusedMerge('All orders are of one client.');
  if (order.currency !== into.currency) throw refusedMerge('All orders are in one currency.');
}

/** Throws unless nothing hangs on what the order is now. */
function requireDivisible(order: FulfilmentOrder, step: string): void {
  const { status, channel, lines, discounts, paidCents, refundedCents } = order;
  if (status !== 'draft' && status !== 'confirmed') throw transitionRefusal(order, step);
  if (channel === 'shop') throw inUse('The online shop hands this order over as a whole, with every change.');
  if (paidCents > 0 || refundedCents > 0) throw inUse('Payments were recorded for this order: they stay with it, as it is.');
  if (lines.some(({ fulfilled, invoiced }) => fulfilled + invoiced > 0)) throw inUse('Some of this order was sent or invoiced already.');
  if (status === 'draft' && discounts.some(({ coupon }) => coupon !== null))
    throw inUse('A coupon counts for one order: remove it, or confirm the order first.');
}

/** Throws `in_use` while money is promised for the order or goods are announced to come back, which its sums do not show. The order is locked. */
async function requireUnsettled({ stores }: DeskWork, scope: Scope, orderId: string): Promise<void> {
  const { payments } = await stores.settlement.money(scope, orderId);
  if (payments.some(({ status }) => status === 'authorized')) throw inUse('Money is promised for this order: capture or void it first.');
  const returns = await stores.settlement.returnsOf(scope, orderId);
  if (returns.some(({ state }) => state === 'requested')) throw inUse('A return of this order is announced: receive or cancel it first.');
}

interface Decided {
  readonly order: FulfilmentOrder;
  readonly facts: { readonly kind: string; readonly data: OrderEvent['data'] };
}

/** One change of one order, with its event; its version is raised here. */
async function changeOne(
  work: DeskWork,
  scope: Scope,
  id: string,
  decide: (order: FulfilmentOrder) => Decided | Promise<Decided>,
): Promise<FulfilmentOrder> {
  const changed = await work.stores.orders.change(scope, id, async (locked) => {
    const { order: decided, facts } = await decide(fulfilmentOf(locked));
    const order = { ...decided, version: locked.version + 1 };
    return { order, event: orderEvent(order, scope, work.at, facts) };
  });
  work.signals.send({ kind: 'order-changed', orderId: id });
  return fulfilmentOf(changed);
}

function summed(contents: Contents): Contents & Pick<FulfilmentOrder, 'totalCents'> {
  return { ...contents, totalCents: sumCents(contents.lines.map(({ totalCents }) => totalCents)) };
}

function inheritedFrom(order: FulfilmentOrder) {
  const { status, channel, clientId, customer, billingAddress, deliveryAddress, note, assignedTo, priority, currency } = order;
  return { status, channel, clientId, customer, billingAddress, deliveryAddress, note, assignedTo, priority, currency };
}

function transitionRefusal({ status }: FulfilmentOrder, step: string): DomainError {
  return new DomainError('invalid_transition', { facts: { status, step } });
}

function inUse(message: string): DomainError {
  return new DomainError('in_use', { message });
}

function refusedMerge(message: string): DomainError {
  return new DomainError('invalid_request', { issues: [{ path: 'fromIds', message }] });
}
