import { DomainError } from '../kit/errors.js';
import { sumCents } from '../kit/money.js';
import type { FulfilmentOrder } from '../orders/order.js';
import { goodsOf, itemsOfGoods } from '../orders/order-goods.js';
import { linesOfUnits } from '../stock/stock-lines.js';
import { countedLines, type GoodsReturn, isAllBack, leftOf, type ReturnState } from './goods.js';
import type { NewReturn } from './settlement-service.js';
import { changeFulfilmentOrder, followUp, type SettlementWork } from './settlement-work.js';

export async function createReturn(work: SettlementWork, orderId: string, wanted: NewReturn): Promise<GoodsReturn> {
  const { scope, at, ids, stores } = work;
  const { lines, reason } = wanted;
  const made: GoodsReturn = { id: ids.uuid(), orderId, state: 'requested', lines, reason, createdAt: at, receivedAt: null, version: 1 };
  await changeFulfilmentOrder(work, orderId, async (order) => {
    if (order.status !== 'delivered') throw new DomainError('invalid_transition', { facts: { status: order.status, step: 'createReturn' } });
    refuseMoreThanOut(order, wanted, await stores.settlement.returnsOf(scope, orderId));
    await stores.settlement.addReturn(scope, made);
    return { order, event: { kind: 'return', reason, data: { returnId: made.id, state: made.state } } };
  });
  return wanted.received ? receiveReturn(work, made.id) : made;
}

export async function receiveReturn(work: SettlementWork, returnId: string): Promise<GoodsReturn> {
  const { scope, at, stores } = work;
  const { order, after } = await changeReturn(work, returnId, 'received', async (before, goodsReturn) => {
    const after = { ...goodsReturn, receivedAt: at };
    await stores.settlement.updateReturn(scope, after);
    return { order: { ...before, lines: countedLines(before.lines, goodsReturn.lines, 'returned') }, after };
  });
  await backOnTheShelf(work, order, after);
  if (isAllBack(order.lines)) await followUp(work, order, 'takeBack');
  return after;
}

export async function cancelReturn(work: SettlementWork, returnId: string): Promise<GoodsReturn> {
  const { scope, stores } = work;
  const { after } = await changeReturn(work, returnId, 'cancelled', async (order, goodsReturn) => {
    await stores.settlement.updateReturn(scope, goodsReturn);
    return { order, after: goodsReturn };
  });
  return after;
}

/** Only what is requested can still be received or cancelled. */
async function changeReturn(
  work: SettlementWork,
  returnId: string,
  state: Exclude<ReturnState, 'requested'>,
  change: (order: FulfilmentOrder, goodsReturn: GoodsReturn) => Promise<{ order: FulfilmentOrder; after: GoodsReturn }>,
): Promise<{ order: FulfilmentOrder; after: GoodsReturn }> {
  const { scope, stores } = work;
  const known = await stores.settlement.goodsReturn(scope, returnId);
  if (known === null) throw new DomainError('unknown_record');
  let after = known;
  const order = await changeFulfilmentOrder(work, known.orderId, async (locked) => {
    const current = (await stores.settlement.goodsReturn(scope, returnId)) ?? known;
    if (current.state !== 'requested') {
      throw new DomainError('invalid_transition', {
        message: `A return that is ${current.state} cannot become ${state}.`,
        facts: { status: current.state, step: state },
      });
    }
    const changed = await change(locked, { ...current, state, version: current.version + 1 });
    after = changed.after;
    return { order: changed.order, event: { kind: 'return', data: { returnId, state } } };
  });
  return { order, after };
}

/** Goods that were announced already cannot be announced again. */
function refuseMoreThanOut(order: FulfilmentOrder, { lines }: NewReturn, returns: readonly GoodsReturn[]): void {
  countedLines(order.lines, lines, 'returned');
  const announced = returns.filter(({ state }) => state === 'requested').flatMap((one) => one.lines);
  for (const { lineId, quantity } of lines) {
    const line = order.lines.find(({ id }) => id === lineId);
    const already = sumCents(announced.filter((one) => one.lineId === lineId).map((one) => one.quantity));
    const left = line === undefined ? 0 : leftOf(line, 'returned') - already;
    if (quantity > left) throw new DomainError('too_many_goods', { facts: { lineId, left } });
  }
}

/** What can be sold again is stock again, where stock is kept of it. */
async function backOnTheShelf(work: SettlementWork, order: FulfilmentOrder, { id, lines }: GoodsReturn): Promise<void> {
  const { scope, views, stock } = work;
  if ((await views.sites.get(scope))?.features.stock !== true) return;
  const quantities = new Map(lines.filter(({ condition }) => condition === 'sellable').map(({ lineId, quantity }) => [lineId, quantity]));
  const back = order.lines.flatMap((line) => {
    const quantity = quantities.get(line.id);
    return quantity === undefined ? [] : [{ ...line, quantity }];
  });
  const goods = goodsOf(back);
  const units = linesOfUnits(await itemsOfGoods(views, scope, goods), goods);
  for (const { quantity, ...unit } of units) await stock.adjust(scope, unit, { by: quantity, reason: 'REFUND', reference: id, note: null });
}
