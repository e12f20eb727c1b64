import type { ShopDatabase } from '../data/database.js';
import type { OrderRow, StockAvailable } from '../data/model.js';

/** Less than nothing is possible, as it is in the shop; what is negative goes back. No date of any record moves. */
export function takeFromStock(db: ShopDatabase, row: Pick<OrderRow, 'productId' | 'combinationId'>, quantity: number): void {
  const rows = db.stock.group(row.productId);
  for (const kept of rows.filter(({ combinationId }) => combinationId === 0 || combinationId === row.combinationId)) {
    kept.quantity -= quantity;
  }
}

/** With combinations, the row of the product becomes their sum. */
export function putStock(db: ShopDatabase, productId: number, combinationId: number, quantity: number): void {
  const rows = db.stock.group(productId);
  rowOf(db, rows, productId, combinationId).quantity = quantity;
  const parts = db.stock.group(productId).filter((row) => row.combinationId !== 0);
  if (parts.length > 0) rowOf(db, rows, productId, 0).quantity = parts.reduce((sum, part) => sum + part.quantity, 0);
}

function rowOf(db: ShopDatabase, rows: readonly StockAvailable[], productId: number, combinationId: number): StockAvailable {
  const known = rows.find((row) => row.combinationId === combinationId);
  return known ?? db.stock.add({ id: db.stock.nextId(), productId, combinationId, quantity: 0 });
}
