import type { Product } from '../catalogue/item.js';
import { type CrudRows, type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import type { StockTables } from '../stock/memory-stock-store.js';
import { byUnit, type StockAction, type StockUnit, unitKey } from '../stock/stock-action.js';
import { DEMAND_REASONS, type ReorderFacts, type ReorderSuggestion } from './reorder.js';
import type { NamedSuggestion, ReorderStore, ReorderViews } from './reorder-store.js';

export interface ReorderTables {
  readonly suggestions: CrudTable<ReorderSuggestion>;
  readonly stock: StockTables;
  readonly items: CrudTable<Product>;
}

/** Suggestions without a database. */
export function makeMemoryReorder({ suggestions, stock, items }: ReorderTables): { store: ReorderStore; views: ReorderViews } {
  const productsOf = (scope: Scope) => new Map(present(items.committed, scope).map((product) => [product.id, product]));

  const store: ReorderStore = {
    async put(scope, itemIds, fresh) {
      for (const old of rowsOfSite(suggestions, scope)) {
        if (itemIds === null || itemIds.includes(old.itemId)) suggestions.delete(crudKey(scope, unitKey(old)));
      }
      const { tenantId, siteId } = scope;
      for (const row of fresh) suggestions.set(crudKey(scope, unitKey(row)), { tenantId, siteId, row });
    },
  };

  const views: ReorderViews = {
    async facts(scope, itemIds, since) {
      const products = productsOf(scope);
      const actions = rowsOfSite(stock.actions.committed, scope);
      return rowsOfSite(stock.levels.committed, scope)
        .filter(({ itemId }) => products.has(itemId) && (itemIds === null || itemIds.includes(itemId)))
        .sort(byUnit)
        .map((level): ReorderFacts => {
          const { itemId, variantId, threshold } = level;
          const own = actions.filter((action) => unitKey(action) === unitKey(level));
          const vendorId = products.get(itemId)?.defaultVendorId ?? null;
          return { itemId, variantId, threshold, stock: level.stock, reserved: level.reserved, vendorId, ...flows(own, since) };
        });
    },

    of: async (scope, itemIds) =>
      rowsOfSite(suggestions.committed, scope)
        .filter(({ itemId, quantity }) => quantity > 0 && itemIds.includes(itemId))
        .map(({ itemId, variantId, quantity }) => ({ itemId, variantId, quantity }))
        .sort(byUnit),

    async list(scope, { vendorId, all = false, search = '', ...page }) {
      const products = productsOf(scope);
      const wanted = rowsOfSite(suggestions.committed, scope)
        .filter((row) => (all || row.quantity > 0) && (vendorId === undefined || row.vendorId === vendorId))
        .flatMap((row) => named(row, products.get(row.itemId)))
        .filter(({ name, variantName }) => `${name}\n${variantName ?? ''}`.toLowerCase().includes(search.toLowerCase()));
      return pageRows(wanted.sort(shortestFirst), page);
    },
  };
  return { store, views };
}

/** Those of which stock is kept. */
function present(items: CrudRows<Product>, scope: Scope): readonly Product[] {
  return rowsOfSite(items, scope).filter(({ deletedAt, manageStock }) => deletedAt === null && manageStock);
}

function flows(actions: readonly StockAction[], since: Date): Pick<ReorderFacts, 'incoming' | 'demand'> {
  const sum = (chosen: readonly StockAction[]) => chosen.reduce((total, { quantity }) => total + quantity, 0);
  const reasons: readonly string[] = DEMAND_REASONS;
  return {
    incoming: sum(actions.filter(({ status, direction }) => status === 'PENDING' && direction === 'INCREMENT')),
    demand: sum(
      actions.filter(
        ({ status, direction, reason, settledAt }) =>
          status === 'COMPLETED' && direction === 'DECREMENT' && reasons.includes(reason) && settledAt !== null && settledAt >= since,
      ),
    ),
  };
}

function named(row: ReorderSuggestion, product: Product | undefined): readonly NamedSuggestion[] {
  if (product === undefined) return [];
  const variantName = product.variants.find(({ id }) => id === row.variantId)?.name ?? null;
  return [{ ...row, name: product.name, variantName }];
}

function shortestFirst(left: ReorderSuggestion & StockUnit, right: ReorderSuggestion & StockUnit): number {
  return (left.daysOfCover ?? Number.MAX_SAFE_INTEGER) - (right.daysOfCover ?? Number.MAX_SAFE_INTEGER) || byUnit(left, right);
}
