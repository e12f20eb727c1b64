import type { Product } from '../../catalogue/item.js';
import type { Order } from '../../orders/order.js';
import { type StockLevel, unitKey } from '../../stock/stock-action.js';
import { invoiceStatusOf } from '../orders/order-state.js';
import { lineOf } from '../products/product-words.js';
import { grossCents } from '../products/shop-price.js';
import { shopQuantities } from '../products/stock-writes.js';
import type { ShopOrder, ShopProduct } from '../shop-records.js';

/** What differs between a record of the shop and what it is here, by the names of the fields. */

export const PRODUCT_FIELDS = ['price', 'name', 'sku', 'active', 'stock'] as const;
export type ProductField = (typeof PRODUCT_FIELDS)[number];

export interface StockHere {
  /** By `unitKey`. */
  readonly levels: ReadonlyMap<string, StockLevel>;
  /** Promised to orders of the shop, which has taken it off already; by `unitKey`. */
  readonly promised: ReadonlyMap<string, number>;
}

export function differingProductFields(record: ShopProduct, product: Product, stock: StockHere): readonly ProductField[] {
  const differs: Readonly<Record<ProductField, boolean>> = {
    price: hasOtherPrice(record, product),
    name: lineOf(record.name, 120) !== product.name,
    sku: hasOtherSku(record, product),
    active: record.active !== (product.data['active'] !== false),
    stock: hasOtherStock(record, product, stock),
  };
  return PRODUCT_FIELDS.filter((field) => differs[field]);
}

/** A rate that the shop does not know is the one that is here. */
function hasOtherPrice({ netPrice, taxBasisPoints, combinations }: ShopProduct, product: Product): boolean {
  const rate = taxBasisPoints ?? product.taxBasisPoints;
  const prices = new Map(product.variants.map(({ externalId, priceCents }) => [externalId, priceCents]));
  if (combinations.length === 0) return grossCents([netPrice], rate) !== product.priceCents;
  return combinations.some(({ externalId, netPriceImpact }) => grossCents([netPrice, netPriceImpact], rate) !== prices.get(externalId));
}

/** Of combinations with one reference only the first has it as its sku. */
function hasOtherSku({ reference, combinations }: ShopProduct, product: Product): boolean {
  if (combinations.length === 0) return lineOf(reference, 80) !== product.sku;
  const wanted = new Set(combinations.flatMap((combination) => lineOf(combination.reference, 80) ?? []));
  const here = new Set(product.variants.flatMap(({ sku }) => sku ?? []));
  return [...wanted].some((sku) => !here.has(sku)) || [...here].some((sku) => !wanted.has(sku));
}

function hasOtherStock(record: ShopProduct, product: Product, { levels, promised }: StockHere): boolean {
  if (!product.manageStock) return false;
  return shopQuantities(record, product).some(({ quantity, ...unit }) => {
    const key = unitKey(unit);
    return (levels.get(key)?.stock ?? 0) !== quantity + (promised.get(key) ?? 0);
  });
}

export const ORDER_FIELDS = ['total', 'state'] as const;
export type OrderField = (typeof ORDER_FIELDS)[number];

export function differingOrderFields(record: ShopOrder, order: Order): readonly OrderField[] {
  const differs: Readonly<Record<OrderField, boolean>> = {
    total: record.totalCents !== order.totalCents,
    state: order.channel === 'shop' && invoiceStatusOf(record.state.phase) !== order.invoiceStatus,
  };
  return ORDER_FIELDS.filter((field) => differs[field]);
}
