import type { ApiKey } from '../api-keys/api-key.js';
import type { Product } from '../catalogue/item.js';
import type { PickupOrder } from '../orders/order.js';
import { presentContents } from '../orders/present-order.js';
import type { Site } from '../sites/site.js';
import type { StockLevel } from '../stock/stock-action.js';
import type { OrderRecord, ShopRecord, StockEntry } from './keyed-contract.js';

/** The establishment with what it has switched on, and the key that asks. */
export function presentShop(site: Site, key: Pick<ApiKey, 'id' | 'name' | 'right'>) {
  return {
    ok: true,
    shop: shopOf(site),
    features: { ...site.features },
    key: { id: key.id, name: key.name, scope: key.right ?? 'read' },
  } as const;
}

function shopOf(site: Site): ShopRecord {
  const { id, slug, name, trade, description, address, phone, website, currency, timezone } = site;
  return {
    id,
    slug,
    name,
    trade,
    description,
    address: { ...address },
    phone,
    website,
    currency,
    timezone,
    languages: [...site.languages],
    hours: site.hours.map((period) => ({ ...period })),
    exceptions: site.exceptions.map((day) => ({ ...day, periods: day.periods.map((period) => ({ ...period })) })),
  };
}

/** Levels with what they are of; those of what was deleted are left out. */
export function presentStock(levels: readonly StockLevel[], products: readonly Product[]): StockEntry[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return levels.flatMap((level) => {
    const product = byId.get(level.itemId);
    const unit = product === undefined ? null : unitOf(product, level.variantId);
    if (unit === null) return [];
    const { itemId, variantId, stock, updatedAt } = level;
    return [{ ...unit, itemId, variantId, quantity: stock, updatedAt: updatedAt.toISOString() }];
  });
}

function unitOf({ name, syncKey, variants }: Product, variantId: string | null): Pick<StockEntry, 'key' | 'name'> | null {
  if (variantId === null) return { key: syncKey, name };
  const variant = variants.find(({ id }) => id === variantId);
  return variant === undefined ? null : { key: variant.syncKey, name: `${name} – ${variant.name}` };
}

/** The order as its establishment sees it. `trackingUrl` is the address of its live page. */
export function presentKeyedOrder(order: PickupOrder, trackingUrl: string): OrderRecord {
  return { ...presentContents(order), payment: { ...order.payment }, trackingUrl, customer: { ...order.customer }, note: order.note };
}
