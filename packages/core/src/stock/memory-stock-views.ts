import type { Item, Product } from '../catalogue/item.js';
import { compareText } from '../kit/compare-text.js';
import { type CrudRows, rowsOfSite } from '../kit/memory-crud-store.js';
import type { MemoryRows } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import type { Order } from '../orders/order.js';
import { pendingActions, type StockTables } from './memory-stock-store.js';
import { byUnit, effectOf, isLow, type StockAction, type StockLevel, unitKey } from './stock-action.js';
import type { InventoryFilter, InventoryRow, PromisedUnit, StockActionFilter, StockDifference, StockViews } from './stock-store.js';

/** What the stock ledger looks up in the catalogue. */
type StockedItem = Pick<Item, 'id' | 'name' | 'sku' | 'manageStock' | 'variants'> &
  Partial<Pick<Product, 'purchasePriceCents' | 'deletedAt'>>;

/** Reads of the stock ledger without a database. */
export function makeMemoryStockViews(tables: StockTables, items: CrudRows<StockedItem>, orders: MemoryRows<Order>): StockViews {
  const levelsOf = (scope: Scope) => rowsOfSite(tables.levels.committed, scope).sort(byUnit);
  const actionsOf = (scope: Scope) => rowsOfSite(tables.actions.committed, scope);

  const channelOf = (scope: Scope, orderId: string | null) =>
    [...orders.values()].find(({ id, siteId }) => id === orderId && siteId === scope.siteId)?.channel;

  function inventoryOf(scope: Scope): InventoryRow[] {
    const known = new Map(rowsOfSite(items, scope).map((item) => [item.id, item]));
    return levelsOf(scope)
      .flatMap((level) => named(level, known.get(level.itemId)))
      .sort(byName);
  }

  return {
    levels: async (scope, itemIds) => levelsOf(scope).filter(({ itemId }) => itemIds?.includes(itemId) ?? true),
    promisedTo: async (scope, channel, itemIds) => {
      const pending = actionsOf(scope).filter(
        ({ status, direction, itemId }) => status === 'PENDING' && direction === 'DECREMENT' && itemIds.includes(itemId),
      );
      return summed(pending.filter(({ reference }) => channelOf(scope, reference) === channel));
    },
    forecastsMoved: async (scope, channel, { since, promisedSince }) => {
      const moved = actionsOf(scope).filter(
        ({ reason, status, createdAt, settledAt }) =>
          reason === 'ORDER_FORECAST' &&
          createdAt >= promisedSince &&
          (createdAt >= since || (status === 'CANCELLED' && settledAt !== null && settledAt >= since)),
      );
      const ofChannel = moved.filter(({ reference }) => channelOf(scope, reference) === channel);
      return [...new Set(ofChannel.map(({ itemId }) => itemId))].sort(compareText);
    },
    actions: async (scope, filter) =>
      pageRows(
        actionsOf(scope)
          .filter((action) => matches(action, filter))
          .sort(newestFirst),
        filter,
      ),
    action: async (scope, id) => actionsOf(scope).find((action) => action.id === id) ?? null,
    pending: async (scope, reason, references) => pendingActions(tables.actions.committed, scope, reason, references),
    async verify(scope, itemId) {
      const concerned = (unit: { readonly itemId: string }) => itemId === undefined || unit.itemId === itemId;
      const actions = actionsOf(scope).filter(concerned);
      const sums = addedUp(levelsOf(scope).filter(concerned), actions);
      return { units: sums.length, actions: actions.length, differences: sums.filter(differs) };
    },
    inventory: async (scope, filter) =>
      pageRows(
        inventoryOf(scope).filter((row) => isAskedFor(row, filter)),
        filter,
      ),
    async value(scope) {
      const rows = inventoryOf(scope);
      return {
        totalCents: rows.reduce((sum, { stock, purchasePriceCents }) => sum + stock * (purchasePriceCents ?? 0), 0),
        units: rows.length,
        unpricedUnits: rows.filter(({ purchasePriceCents }) => purchasePriceCents === null).length,
      };
    },
  };
}

function addedUp(levels: readonly StockLevel[], actions: readonly StockAction[]): StockDifference[] {
  const sums = new Map<string, StockDifference>();
  for (const { itemId, variantId, stock, reserved } of levels) {
    sums.set(unitKey({ itemId, variantId }), { itemId, variantId, stock, ledger: 0, reserved, pending: 0 });
  }
  for (const action of actions) {
    const { itemId, variantId } = action;
    const sum = sums.get(unitKey(action)) ?? { itemId, variantId, stock: 0, ledger: 0, reserved: 0, pending: 0 };
    const { stock, reserved } = effectOf(action);
    sums.set(unitKey(action), { ...sum, ledger: sum.ledger + stock, pending: sum.pending + reserved });
  }
  return [...sums.values()].sort(byUnit);
}

function differs({ stock, ledger, reserved, pending }: StockDifference): boolean {
  return stock !== ledger || reserved !== pending;
}

function named(level: StockLevel, item: StockedItem | undefined): InventoryRow[] {
  if (item === undefined || !item.manageStock || (item.deletedAt ?? null) !== null) return [];
  const variant = item.variants.find(({ id }) => id === level.variantId) ?? null;
  const sku = level.variantId === null ? item.sku : (variant?.sku ?? null);
  return [{ ...level, name: item.name, variantName: variant?.name ?? null, sku, purchasePriceCents: item.purchasePriceCents ?? null }];
}

function isAskedFor(row: InventoryRow, { itemId, low, search = '' }: InventoryFilter): boolean {
  return (
    (itemId === undefined || row.itemId === itemId) &&
    (low !== true || isLow(row)) &&
    contains([row.name, row.variantName, row.sku], search)
  );
}

function matches(action: StockAction, filter: StockActionFilter): boolean {
  const { itemId, variantId, reason, status, reference, from, to, search = '' } = filter;
  return (
    (itemId === undefined || action.itemId === itemId) &&
    (variantId === undefined || action.variantId === variantId) &&
    (reason === undefined || action.reason === reason) &&
    (status === undefined || action.status === status) &&
    (reference === undefined || action.reference === reference) &&
    (from === undefined || action.createdAt >= from) &&
    (to === undefined || action.createdAt < to) &&
    contains([action.reference, action.note], search)
  );
}

function contains(texts: readonly (string | null)[], search: string): boolean {
  return search === '' || texts.some((text) => text?.toLowerCase().includes(search.toLowerCase()));
}

function newestFirst(left: StockAction, right: StockAction): number {
  return right.createdAt.getTime() - left.createdAt.getTime() || (left.id < right.id ? 1 : -1);
}

function byName(left: InventoryRow, right: InventoryRow): number {
  const [one, other] = [sortKey(left), sortKey(right)];
  return one === other ? byUnit(left, right) : one < other ? -1 : 1;
}

/** Names hold no control characters, so the shorter of two names comes first. */
function sortKey({ name, variantName, itemId }: InventoryRow): string {
  return [name, itemId, variantName ?? ''].join('\0');
}

/** How much of each unit the actions take together, in the order of `byUnit`. */
function summed(actions: readonly StockAction[]): readonly PromisedUnit[] {
  const sums = new Map<string, PromisedUnit>();
  for (const { itemId, variantId, quantity } of actions) {
    const key = unitKey({ itemId, variantId });
    sums.set(key, { itemId, variantId, quantity: quantity + (sums.get(key)?.quantity ?? 0) });
  }
  return [...sums.values()].sort(byUnit);
}
