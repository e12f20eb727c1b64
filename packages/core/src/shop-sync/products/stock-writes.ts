import type { Product } from '../../catalogue/item.js';
import { unkeptStock } from '../../catalogue/unkept-stock.js';
import type { NewStockAction, StockLevel, StockUnit } from '../../stock/stock-action.js';
import { unitKey, unitsOf } from '../../stock/stock-action.js';
import type { ShopProduct } from '../shop-records.js';

/** The table "Product stock write" (interfaces D). */

export interface StockWriteCase {
  /** `RESET_STOCK_ON_SYNC` */
  readonly resetStock: boolean;
  readonly manageStock: boolean;
  /** Its ledger is opened by this very import. */
  readonly isNew: boolean;
  readonly before: number;
  readonly after: number;
}

export interface StockWrite {
  readonly reason: 'OPENING_BALANCE' | 'SHOP_SYNC';
  /** Not 0; below 0 it takes. */
  readonly by: number;
}

/** What the ledger is told; null: nothing. */
export function stockWrite({ resetStock, manageStock, isNew, before, after }: StockWriteCase): StockWrite | null {
  if (!resetStock || !manageStock || after === before) return null;
  return { reason: isNew ? 'OPENING_BALANCE' : 'SHOP_SYNC', by: after - before };
}

/** So much the shop says there is of a unit. */
export interface ShopQuantity extends StockUnit {
  readonly quantity: number;
}

/** The shop's quantities of what the product is sold as; without units of which the shop does not say it, and without bundles, which have none. */
export function shopQuantities(record: ShopProduct, product: Product): readonly ShopQuantity[] {
  if (product.bundle.length > 0) return [];
  const ofShop = new Map(record.combinations.map(({ externalId, quantity }) => [externalId, quantity]));
  const quantityOf = ({ variantId }: StockUnit) => {
    const variant = product.variants.find(({ id }) => id === variantId);
    return variant === undefined ? record.quantity : (ofShop.get(variant.externalId ?? '') ?? null);
  };
  return unitsOf(product).flatMap((unit) => {
    const quantity = quantityOf(unit);
    return quantity === null ? [] : [{ ...unit, quantity }];
  });
}

/** The product with what the shop says there is of it, where its stock is not kept: written, without any ledger. */
export function withUnkeptStock(record: ShopProduct, product: Product): Product {
  const { stock: _stock, ...others } = product.data;
  const units = product.manageStock ? [] : unkeptStock(shopQuantities(record, product));
  return { ...product, data: units.length === 0 ? others : { ...others, stock: units } };
}

/** What the ledger has of the units of a chunk. */
export interface LedgerFacts {
  /** By `unitKey`; a unit without one is new. */
  readonly levels: ReadonlyMap<string, Pick<StockLevel, 'stock'>>;
  /** Pieces promised to orders of the shop, by `unitKey`: the shop has taken those off already, and here they are still on the shelf. */
  readonly promised: ReadonlyMap<string, number>;
}

export type MakeAction = (unit: StockUnit, write: StockWrite) => NewStockAction;

/** The actions that make the stock of a product what the shop says. */
export function stockActions(
  record: ShopProduct,
  product: Product,
  { levels, promised }: LedgerFacts,
  make: MakeAction,
): readonly NewStockAction[] {
  return shopQuantities(record, product).flatMap(({ quantity, ...unit }) => {
    const level = levels.get(unitKey(unit));
    const after = quantity + (promised.get(unitKey(unit)) ?? 0);
    const { manageStock } = product;
    const write = stockWrite({ resetStock: true, manageStock, isNew: level === undefined, before: level?.stock ?? 0, after });
    return write === null ? [] : [make(unit, write)];
  });
}
