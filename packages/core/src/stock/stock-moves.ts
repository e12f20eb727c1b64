import type { Item } from '../catalogue/item.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import { happened } from './new-stock-action.js';
import { soldOut } from './sold-out.js';
import { byUnit, type NewStockAction, type StockAction, type StockUnit, unitKey, unitsOf } from './stock-action.js';
import type { StockStore, StockViews } from './stock-store.js';

/** What a change of the ledger works with: one transaction, and its instant. */
export interface StockWork {
  readonly stock: StockStore;
  readonly views: StockViews;
  readonly ids: Ids;
  readonly at: Date;
}

/** No product had as many variants in its whole life. */
const OPENINGS_MAX = 10_000;

/** Writes what has happened, whatever the till knew to be there. */
export async function writeFacts(stock: StockStore, scope: Scope, actions: readonly NewStockAction[]): Promise<readonly StockAction[]> {
  const posted = await stock.post(scope, actions, 'fact');
  if (posted.kind === 'short') throw new Error('A fact was refused.');
  return posted.actions;
}

/** Opens the ledger of the item's units, with a balance where none was written before. */
export async function openLedger(work: StockWork, scope: Scope, item: Pick<Item, 'id' | 'variants'>, balance: number): Promise<void> {
  const { stock, views, ids, at } = work;
  const units = [...unitsOf(item)].sort(byUnit);
  await stock.open(scope, units, at);
  if (balance === 0) return;
  // Who opens it at the same time waits here, and then sees the balance.
  for (const unit of units) await stock.lock(scope, unit);
  const openings = await views.actions(scope, { itemId: item.id, reason: 'OPENING_BALANCE', page: 1, pageSize: OPENINGS_MAX });
  const opened = new Set(openings.items.map(unitKey));
  const cause = { reason: 'OPENING_BALANCE', reference: null, note: null } as const;
  const actions = units.filter((unit) => !opened.has(unitKey(unit))).map((unit) => happened(ids, scope, unit, balance, cause, at));
  await writeFacts(stock, scope, actions);
}

/** Makes the stock what was counted; null when it was that already. */
export async function writeCount(
  { stock, ids, at }: StockWork,
  scope: Scope,
  unit: StockUnit,
  counted: number,
  note: string | null,
): Promise<StockAction | null> {
  const level = await stock.lock(scope, unit);
  if (level === null) throw new DomainError('unknown_record');
  const by = counted - level.stock;
  if (by === 0) return null;
  const [action = null] = await writeFacts(stock, scope, [happened(ids, scope, unit, by, { reason: 'COUNT', reference: null, note }, at)]);
  return action;
}

/** A unit of an establishment. */
export interface Place {
  readonly scope: Scope;
  readonly unit: StockUnit;
}

/** Takes from one place and adds to another, under one reference. */
export async function writeTransfer(work: StockWork, from: Place, to: Place, quantity: number, note: string | null) {
  const { stock, ids, at } = work;
  const cause = { reason: 'TRANSFER', reference: ids.uuid(), note } as const;
  const order = byPlace(from, to);
  if (order === 0) throw new DomainError('invalid_request', { issues: [{ path: 'toItemId', message: 'Name another unit.' }] });
  // Locks are taken in one order, so that two that send to each other do not wait in a circle.
  if (order > 0) await stock.lock(to.scope, to.unit);
  const taken = await stock.post(from.scope, [happened(ids, from.scope, from.unit, -quantity, cause, at)], 'guarded');
  if (taken.kind === 'short') {
    const name = await nameOf(work.views, from);
    throw soldOut(taken.shortages, () => name);
  }
  const added = await writeFacts(stock, to.scope, [happened(ids, to.scope, to.unit, quantity, cause, at)]);
  return [...taken.actions, ...added];
}

function byPlace(left: Place, right: Place): number {
  const [one, other] = [left.scope.siteId, right.scope.siteId];
  return one === other ? byUnit(left.unit, right.unit) : one < other ? -1 : 1;
}

async function nameOf(views: StockViews, { scope, unit: { itemId } }: Place): Promise<string | undefined> {
  const { items } = await views.inventory(scope, { itemId, page: 1, pageSize: 1 });
  return items[0]?.name;
}
