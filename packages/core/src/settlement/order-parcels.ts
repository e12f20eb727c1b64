import { DomainError } from '../kit/errors.js';
import { isForecast } from '../orders/fulfilment-life.js';
import type { FulfilmentOrder } from '../orders/order.js';
import { afterParcelStep, countedLines, type Fulfilment, type GoodsLine, isAllSent, leftOf, type ParcelStep } from './goods.js';
import type { FulfilmentChange, NewFulfilment } from './settlement-service.js';
import { changeFulfilmentOrder, followUp, type SettlementWork } from './settlement-work.js';

export async function createFulfilment(work: SettlementWork, orderId: string, wanted: NewFulfilment): Promise<Fulfilment> {
  const { scope, at, ids, stores } = work;
  const { lines: wantedLines, shipped, ...facts } = wanted;
  let made: Fulfilment | undefined;
  const order = await changeFulfilmentOrder(work, orderId, async (before) => {
    if (!isForecast(before.status)) throw new DomainError('invalid_transition', { facts: { status: before.status, step: 'createFulfilment' } });
    const lines = wantedLines ?? everythingLeft(before);
    if (lines.length === 0) throw new DomainError('too_many_goods', { facts: { left: 0 } });
    const fulfilment: Fulfilment = {
      ...facts,
      id: ids.uuid(),
      orderId,
      state: shipped ? 'shipped' : 'packed',
      lines,
      address: before.deliveryAddress,
      createdAt: at,
      shippedAt: shipped ? at : null,
      deliveredAt: null,
      cancelledAt: null,
      version: 1,
    };
    made = fulfilment;
    await stores.settlement.addFulfilment(scope, fulfilment);
    const after = { ...before, lines: countedLines(before.lines, lines, 'fulfilled') };
    return { order: after, event: { kind: 'fulfilment', data: { fulfilmentId: fulfilment.id, state: fulfilment.state } } };
  });
  if (made === undefined) throw new Error('The order was not handed over.');
  await moveOrderAlong(work, order);
  return made;
}

export async function updateFulfilment(work: SettlementWork, fulfilmentId: string, change: FulfilmentChange): Promise<Fulfilment> {
  const { scope, stores } = work;
  const known = await stores.settlement.fulfilment(scope, fulfilmentId);
  if (known === null) throw new DomainError('unknown_record');
  let changed = known;
  const order = await changeFulfilmentOrder(work, known.orderId, async (before) => {
    // Read again with the order locked: somebody may have changed it meanwhile.
    changed = changedParcel((await stores.settlement.fulfilment(scope, fulfilmentId)) ?? known, change, work.at);
    await stores.settlement.updateFulfilment(scope, changed);
    const lines = change.step === 'cancel' ? countedLines(before.lines, changed.lines, 'fulfilled', -1) : before.lines;
    return { order: { ...before, lines }, event: { kind: 'fulfilment', data: { fulfilmentId, state: changed.state } } };
  });
  if (change.step !== undefined) await moveOrderAlong(work, order);
  return changed;
}

function changedParcel(before: Fulfilment, { step, version, ...patch }: FulfilmentChange, at: Date): Fulfilment {
  if (version !== undefined && version !== before.version) throw new DomainError('stale', { facts: { version: before.version } });
  const moved = step === undefined ? { ...before, version: before.version + 1 } : afterParcelStep(before, step, at);
  return {
    ...moved,
    carrier: patch.carrier === undefined ? moved.carrier : patch.carrier,
    trackingNumber: patch.trackingNumber === undefined ? moved.trackingNumber : patch.trackingNumber,
    trackingUrl: patch.trackingUrl === undefined ? moved.trackingUrl : patch.trackingUrl,
    note: patch.note === undefined ? moved.note : patch.note,
  };
}

/** With its last goods on the way the order is shipped, and with its last parcel there it is delivered. */
async function moveOrderAlong(work: SettlementWork, order: FulfilmentOrder): Promise<void> {
  if (!isAllSent(order.lines)) return;
  const parcels = (await work.stores.settlement.fulfilmentsOf(work.scope, order.id)).filter(({ state }) => state !== 'cancelled');
  if (parcels.length === 0 || parcels.some(({ state }) => state === 'packed')) return;
  await followUp(work, order, parcels.every(({ state }) => state === 'delivered') ? 'deliver' : 'ship');
}

function everythingLeft({ lines }: FulfilmentOrder): readonly GoodsLine[] {
  return lines
    .filter((line) => line.kind !== 'shipping' && leftOf(line, 'fulfilled') > 0)
    .map((line) => ({ lineId: line.id, quantity: leftOf(line, 'fulfilled') }));
}

/** Delivers the parcels that are still on the way, for an order that was delivered as a whole. */
export async function deliverParcels(work: SettlementWork, orderId: string): Promise<void> {
  const step: ParcelStep = 'deliver';
  for (const parcel of await work.stores.settlement.fulfilmentsOf(work.scope, orderId)) {
    if (parcel.state === 'packed' || parcel.state === 'shipped')
      await work.stores.settlement.updateFulfilment(work.scope, afterParcelStep(parcel, step, work.at));
  }
}
