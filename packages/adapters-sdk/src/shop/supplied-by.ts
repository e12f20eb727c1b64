import { isZero, rounded } from './decimal.js';
import { decimalOrNull, idIn, type Row, scalar, textIn } from './row.js';

/** Who supplies a product, of the rows of `product_suppliers`: one for the product itself, and one for each combination. */
export interface Supply {
  readonly supplierId: string | null;
  readonly reference: string | null;
  /** Of the product, or of a combination; null: unknown. */
  priceCents(combinationId: string | null): number | null;
}

/** The product names one supplier among several; where it names none, the first that is listed is as good. */
export function supplyOf(product: Row, rows: readonly Row[], currencyId: string | null): Supply {
  const supplierId = idIn(product, 'id_supplier') ?? rows.map((row) => idIn(row, 'id_supplier')).find((id) => id !== null) ?? null;
  const ofSupplier = rows.filter((row) => idIn(row, 'id_supplier') === supplierId);
  const rowFor = (combinationId: string | null) => ofSupplier.find((row) => idIn(row, 'id_product_attribute') === combinationId);
  const general = rowFor(null);
  const reference = general === undefined ? null : textIn(general, 'product_supplier_reference');
  return {
    supplierId,
    reference: reference ?? textIn(product, 'supplier_reference'),
    priceCents(combinationId) {
      const row = rowFor(combinationId);
      return row === undefined || isForeign(row, currencyId) ? null : positiveCents(row, 'product_supplier_price_te');
    },
  };
}

/** A price in another currency than the shop's is worth nothing without its rate of that day. */
function isForeign(row: Row, currencyId: string | null): boolean {
  const id = scalar(row['id_currency']);
  return id !== '' && id !== '0' && id !== currencyId;
}

/** A purchase price of 0 is one that nobody has entered. Throws `BadField`. */
export function positiveCents(row: Row, field: string): number | null {
  const price = decimalOrNull(row, field);
  return price === null || isZero(price) ? null : rounded(price, 2);
}
