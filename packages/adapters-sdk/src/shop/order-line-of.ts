import type { ShopOrderLine } from '@comptoir/core/shop-sync/shop-records.js';
import { isSame, isZero } from './decimal.js';
import { BadField, centsIn, codeIn, decimalOrNull, idIn, ownId, type Row, scalar, textIn, wholeIn } from './row.js';
import { associated } from './row-lists.js';
import { sumOfRates } from './tax-rates.js';

export interface LineSurroundings {
  /** By line; null: the key may not read them. */
  readonly details: ReadonlyMap<string, Row> | null;
  readonly taxes: ReadonlyMap<string, Row> | null;
}

/** Throws `BadField`. */
export function lineOf(line: Row, { details, taxes }: LineSurroundings): ShopOrderLine {
  const externalId = ownId(line);
  const detail = details?.get(externalId);
  const name = textIn(line, 'product_name');
  if (name === null) throw new BadField('order_rows.product_name', 'is missing');
  const quantity = wholeIn(line, 'product_quantity');
  if (quantity < 1) throw new BadField('order_rows.product_quantity', 'is less than one');
  return {
    externalId,
    productId: idIn(line, 'product_id'),
    combinationId: idIn(line, 'product_attribute_id'),
    name,
    sku: codeIn(line, 'product_reference'),
    quantity,
    unitPriceCents: centsIn(scalar(line['unit_price_tax_incl']) === '' && detail !== undefined ? detail : line, 'unit_price_tax_incl'),
    taxBasisPoints: taxOf(line, detail, taxes),
  };
}

/** What the taxes of the line say; without any, what its two prices say. */
function taxOf(line: Row, detail: Row | undefined, taxes: LineSurroundings['taxes']): number | null {
  const ids = detail === undefined ? [] : associated(detail, 'taxes').map((tax) => idIn(tax, 'id'));
  return ids.length > 0 ? sumOfRates(ids, taxes) : noTaxOrUnknown(line, 'unit_price');
}

/** 0 where the amount is the same with tax and without; null where it is not, and where it is 0: then nothing can be told. */
export function noTaxOrUnknown(row: Row, field: string): number | null {
  const incl = decimalOrNull(row, `${field}_tax_incl`);
  const excl = decimalOrNull(row, `${field}_tax_excl`);
  if (incl === null || excl === null || isZero(incl)) return null;
  return isSame(incl, excl) ? 0 : null;
}
