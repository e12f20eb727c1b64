import type { Product } from '../catalogue/item.js';
import type { Scope } from '../kit/scope.js';
import { availableOf, isLow, type StockLevel, type StockUnit, unitsOf } from '../stock/stock-action.js';
import type { Views } from '../stores.js';
import type { Vendor } from './vendor.js';

/** What the portal shows at a time. */
export const PORTAL_PAGE_SIZE = 50;

/** How much of each unit somebody ought to order; units of which nothing is to be ordered are left out. */
export interface ReorderSuggestions {
  of(scope: Scope, itemIds: readonly string[]): Promise<readonly (StockUnit & { readonly quantity: number })[]>;
}

/** What can be ordered of a vendor on its own: a product, or one of its variants. */
export interface PortalRow {
  readonly name: string;
  readonly variantName: string | null;
  readonly reference: string | null;
  readonly sku: string | null;
  /** Null: no stock is kept of it. */
  readonly available: number | null;
  /** No more is available than the establishment wants to have. */
  readonly low: boolean;
  /** How much the establishment would order now; null: nobody has reckoned it. */
  readonly suggested: number | null;
}

/** One page of the portal. Nothing in it tells what things are sold or bought for, or of anybody else's goods. */
export interface PortalSheet {
  /** The establishment. */
  readonly host: string;
  readonly vendor: string;
  readonly expiresAt: Date;
  readonly rows: readonly PortalRow[];
  readonly products: number;
  readonly page: number;
  readonly pages: number;
}

interface Deps {
  readonly views: Pick<Views, 'products' | 'stock'>;
  readonly suggestions: ReorderSuggestions;
}

interface Wanted {
  readonly host: string;
  readonly vendor: Vendor;
  readonly expiresAt: Date;
  readonly page: number;
}

export async function portalSheet(
  { views, suggestions }: Deps,
  scope: Scope,
  { host, vendor, expiresAt, page }: Wanted,
): Promise<PortalSheet> {
  const filter = { vendorId: vendor.id, sort: 'name', page, pageSize: PORTAL_PAGE_SIZE } as const;
  const { items, total } = await views.products.list(scope, filter);
  const ids = items.map(({ id }) => id);
  const levels = byUnitKey(await views.stock.levels(scope, ids));
  const suggested = byUnitKey(await suggestions.of(scope, ids));
  const rows = items.flatMap((product) =>
    unitsOf(product).map((unit) => rowOf(product, unit, levels.get(keyOf(unit)), suggested.get(keyOf(unit))?.quantity)),
  );
  return { host, vendor: vendor.name, expiresAt, rows, products: total, page, pages: Math.max(1, Math.ceil(total / PORTAL_PAGE_SIZE)) };
}

function rowOf(product: Product, { variantId }: StockUnit, level: StockLevel | undefined, suggested: number | undefined): PortalRow {
  const variant = product.variants.find(({ id }) => id === variantId);
  return {
    name: product.name,
    variantName: variant?.name ?? null,
    reference: product.reference,
    sku: variant?.sku ?? product.sku,
    available: level === undefined ? null : availableOf(level),
    low: level !== undefined && isLow(level),
    suggested: suggested ?? null,
  };
}

function byUnitKey<Unit extends StockUnit>(units: readonly Unit[]): ReadonlyMap<string, Unit> {
  return new Map(units.map((unit) => [keyOf(unit), unit]));
}

function keyOf({ itemId, variantId }: StockUnit): string {
  return `${itemId} ${variantId ?? ''}`;
}
