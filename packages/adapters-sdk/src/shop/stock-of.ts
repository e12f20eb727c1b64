import { BadField, type Row, scalar, wholeIn } from './row.js';

/** How many there are of a product (null) or of one of its combinations; null: the shop does not say. Throws `BadField`. */
export type QuantityOf = (productId: string, combinationId: string | null) => number | null;

/**
 * Rows of stock by product and combination. The row of a product with combinations (`0`) is their sum and is asked for by nobody; several rows of
 * the same thing are of several shops: that of the main shop counts, they are never added.
 */
export function quantitiesOf(rows: readonly Row[] | null, shopId: string | null): QuantityOf {
  const chosen = new Map<string, Row>();
  for (const row of rows ?? []) {
    const key = keyOf(scalar(row['id_product']), scalar(row['id_product_attribute']));
    const isMain = shopId !== null && scalar(row['id_shop']) === shopId;
    if (isMain || !chosen.has(key)) chosen.set(key, row);
  }
  return (productId, combinationId) => {
    const row = chosen.get(keyOf(productId, combinationId ?? '0'));
    return row === undefined ? null : quantityOf(row);
  };
}

function keyOf(productId: string, combinationId: string): string {
  return `${productId} ${combinationId === '' ? '0' : combinationId}`;
}

function quantityOf(row: Row): number {
  try {
    return wholeIn(row, 'quantity');
  } catch (fault) {
    if (fault instanceof BadField) throw new BadField('stock_availables.quantity', 'is no whole number');
    throw fault;
  }
}
