import { DomainError } from '../kit/errors.js';
import { type FulfilmentOrder, fulfilmentOf, type OrderLine } from '../orders/order.js';
import { goodsOf } from '../orders/order-goods.js';
import { linesOfUnits } from '../stock/stock-lines.js';
import type { StockLine } from '../stock/stock-service.js';
import { countedLines, isAllBack, quantityIn, requireGoodsOf, tooManyOf } from './goods.js';
import { afterReturnStep, type GoodsReturn, type ReturnedLine, type ReturnStep, refuseMoreThanOut } from './goods-return.js';
import type { NewReturn } from './settlement-service.js';
import { changeOrder, followUp, inState, type SettlementWork } from './settlement-work.js';

export async function createReturn(work: SettlementWork, orderId: string, wanted: NewReturn): Promise<GoodsReturn> {
  const { scope, at, ids, stores } = work;
  const { lines, reason } = wanted;
  const made: GoodsReturn = { id: ids.uuid(), orderId, state: 'requested', lines, reason, createdAt: at, receivedAt: null, version: 1 };
  await changeOrder(work, orderId, async (locked) => {
    requireGoodsOf(locked.lines, lines);
    const order = inState(locked, ['delivered'], 'createReturn');
    refuseMoreThanOut(order.lines, lines, await stores.settlement.returnsOf(scope, orderId));
    await stores.settlement.addReturn(scope, made);
    return { order, event: { kind: 'return', reason, data: { returnId: made.id, state: made.state } }, result: made };
  });
  return wanted.received ? receiveReturn(work, made.id, null) : made;
}

/** Throws `too_many_goods` when more is there than was announced. */
export async function receiveReturn(work: SettlementWork, returnId: string, came: readonly ReturnedLine[] | null): Promise<GoodsReturn> {
  const { order, result } = await changeReturn(work, returnId, 'receive', (announced, lines) => {
    requireGoodsOf(lines, came ?? []);
    refuseUnannounced(announced, came ?? []);
    const goods = came ?? announced.lines;
    return { goodsReturn: { ...announced, lines: goods }, lines: countedLines(lines, goods, 'returned') };
  });
  const after = fulfilmentOf(order);
  if (isAllBack(after.lines)) await followUp(work, after, 'takeBack');
  await backOnTheShelf(work, after, result);
  return result;
}

export async function cancelReturn(work: SettlementWork, returnId: string): Promise<GoodsReturn> {
  return (await changeReturn(work, returnId, 'cancel', (goodsReturn, lines) => ({ goodsReturn, lines }))).result;
}

/** Takes the step of the return, with what the rule makes then of it and of the lines of its order. */
async function changeReturn(
  work: SettlementWork,
  returnId: string,
  step: ReturnStep,
  rule: (stepped: GoodsReturn, lines: readonly OrderLine[]) => { readonly goodsReturn: GoodsReturn; readonly lines: readonly OrderLine[] },
) {
  const { scope, stores, at } = work;
  const known = await stores.settlement.goodsReturn(scope, returnId);
  if (known === null) throw new DomainError('unknown_record');
  return changeOrder(work, known.orderId, async (locked) => {
    const order = fulfilmentOf(locked);
    // Read again with the order locked: somebody may have changed it meanwhile.
    const stepped = afterReturnStep((await stores.settlement.goodsReturn(scope, returnId)) ?? known, step, at);
    const { goodsReturn, lines } = rule(stepped, order.lines);
    await stores.settlement.updateReturn(scope, goodsReturn);
    return { order: { ...order, lines }, event: { kind: 'return', data: { returnId, state: goodsReturn.state } }, result: goodsReturn };
  });
}

function refuseUnannounced({ lines }: GoodsReturn, came: readonly ReturnedLine[]): void {
  const more = came.find(({ lineId }) => quantityIn(came, lineId) > quantityIn(lines, lineId));
  if (more !== undefined) throw tooManyOf(more.lineId, quantityIn(lines, more.lineId));
}

/** What can be sold again is stock again, where stock is kept of it. */
async function backOnTheShelf(work: SettlementWork, order: FulfilmentOrder, { id, lines }: GoodsReturn): Promise<void> {
  const { scope, views, stock } = work;
  if ((await views.sites.get(scope))?.features.stock !== true) return;
  const sellable = lines.filter(({ condition }) => condition === 'sellable');
  const back = order.lines.map((line) => ({ ...line, quantity: quantityIn(sellable, line.id) })).filter(({ quantity }) => quantity > 0);
  for (const { quantity, ...unit } of await unitsOf(work, goodsOf(back)))
    await stock.adjust(scope, unit, { by: quantity, reason: 'REFUND', reference: id, note: null });
}

/** What is kept in stock of the goods. Of what left the catalogue meanwhile no stock is kept any more: it is no reason to send it away. */
async function unitsOf({ scope, views }: SettlementWork, goods: readonly StockLine[]): Promise<readonly StockLine[]> {
  const named = await views.products.byIds(
    scope,
    goods.map(({ itemId }) => itemId),
  );
  const parts = await views.products.byIds(
    scope,
    named.flatMap(({ bundle }) => bundle.map(({ itemId }) => itemId)),
  );
  const items = new Map([...named, ...parts].map((item) => [item.id, item]));
  const known = goods.filter(({ itemId }) => items.get(itemId)?.bundle.every((part) => items.has(part.itemId)));
  return linesOfUnits(items, known);
}
