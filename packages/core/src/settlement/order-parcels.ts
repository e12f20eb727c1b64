import { DomainError } from '../kit/errors.js';
import { requireVersion } from '../kit/versions.js';
import { isForecast } from '../orders/fulfilment-life.js';
import { FULFILMENT_STATUSES, type FulfilmentOrder, fulfilmentOf } from '../orders/order.js';
import { countedLines, goodsLeft, requireGoodsOf } from './goods.js';
import { afterParcelStep, type Parcel } from './parcel.js';
import type { FulfilmentChange, NewFulfilment } from './settlement-service.js';
import { changeOrder, followUp, inState, type SettlementWork } from './settlement-work.js';

const SENDING = FULFILMENT_STATUSES.filter(isForecast);

export async function createFulfilment(work: SettlementWork, orderId: string, wanted: NewFulfilment): Promise<Parcel> {
  const { scope, stores } = work;
  const { order, result } = await changeOrder(work, orderId, async (locked) => {
    requireGoodsOf(locked.lines, wanted.lines ?? []);
    const before = inState(locked, SENDING, 'createFulfilment');
    const parcel = newParcel(work, before, wanted);
    const lines = countedLines(before.lines, parcel.lines, 'fulfilled');
    await stores.settlement.addParcel(scope, parcel);
    const data = { fulfilmentId: parcel.id, state: parcel.state };
    return { order: { ...before, lines }, event: { kind: 'fulfilment', data }, result: parcel };
  });
  await moveOrderAlong(work, fulfilmentOf(order));
  return result;
}

function newParcel({ at, ids }: SettlementWork, order: FulfilmentOrder, wanted: NewFulfilment): Parcel {
  const { lines: wantedLines, shipped, ...facts } = wanted;
  const lines = wantedLines ?? goodsLeft(order.lines);
  if (lines.length === 0)
    throw new DomainError('too_many_goods', { message: 'Nothing of this order is left to be sent.', facts: { left: 0 } });
  return {
    ...facts,
    id: ids.uuid(),
    orderId: order.id,
    state: shipped ? 'shipped' : 'packed',
    lines,
    address: order.deliveryAddress,
    createdAt: at,
    shippedAt: shipped ? at : null,
    deliveredAt: null,
    cancelledAt: null,
    version: 1,
  };
}

export async function updateFulfilment(work: SettlementWork, parcelId: string, change: FulfilmentChange): Promise<Parcel> {
  const { scope, stores } = work;
  const known = await stores.settlement.parcel(scope, parcelId);
  if (known === null) throw new DomainError('unknown_record');
  const { order, result } = await changeOrder(work, known.orderId, async (locked) => {
    const before = fulfilmentOf(locked);
    // Read again with the order locked: somebody may have changed it meanwhile.
    const parcel = changedParcel((await stores.settlement.parcel(scope, parcelId)) ?? known, change, work.at);
    await stores.settlement.updateParcel(scope, parcel);
    const lines = change.step === 'cancel' ? countedLines(before.lines, parcel.lines, 'fulfilled', -1) : before.lines;
    const data = { fulfilmentId: parcelId, state: parcel.state };
    return { order: { ...before, lines }, event: { kind: 'fulfilment', data }, result: parcel };
  });
  if (change.step !== undefined) await moveOrderAlong(work, fulfilmentOf(order));
  return result;
}

function changedParcel(before: Parcel, { step, version, ...patch }: FulfilmentChange, at: Date): Parcel {
  requireVersion(before, version);
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
  if (goodsLeft(order.lines).length > 0) return;
  const parcels = (await work.stores.settlement.parcelsOf(work.scope, order.id)).filter(({ state }) => state !== 'cancelled');
  if (parcels.length === 0 || parcels.some(({ state }) => state === 'packed')) return;
  await followUp(work, order, parcels.every(({ state }) => state === 'delivered') ? 'deliver' : 'ship');
}
