import type { ShopCombination } from '@comptoir/core/shop-sync/shop-records.js';
import { decimalText } from './decimal.js';
import { codeIn, decimalIn, flagIn, idIn, ownId, type Row, scalar, textIn, translatedIn } from './row.js';
import { associated } from './row-lists.js';
import type { QuantityOf } from './stock-of.js';
import { positiveCents, type Supply } from './supplied-by.js';

export interface CombinationSurroundings {
  readonly languageId: string | null;
  /** Values of options, such as `Red`; null: the key may not read them. */
  readonly values: ReadonlyMap<string, Row> | null;
  readonly quantityOf: QuantityOf;
  readonly supply: Supply;
}

/** The one that the shop shows first comes first, the others as they were made. */
export function inOrder(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => Number(flagIn(b, 'default_on')) - Number(flagIn(a, 'default_on')) || Number(a['id']) - Number(b['id']));
}

/** Throws `BadField`. */
export function combinationOf(row: Row, around: CombinationSurroundings): ShopCombination {
  const externalId = ownId(row);
  const reference = textIn(row, 'reference');
  return {
    externalId,
    name: nameOf(row, around) ?? reference ?? `#${externalId}`,
    reference,
    barcode: barcodeIn(row),
    netPriceImpact: decimalText(decimalIn(row, 'price')),
    purchasePriceCents: positiveCents(row, 'wholesale_price') ?? around.supply.priceCents(externalId),
    quantity: around.quantityOf(ownId(row, 'id_product'), externalId),
  };
}

/** Values in the order of their options, which is the same for all combinations; the list in the record has none. */
function nameOf(row: Row, { values, languageId }: CombinationSurroundings): string | null {
  const chosen = associated(row, 'product_option_values')
    .map((value) => values?.get(idIn(value, 'id') ?? ''))
    .filter((value) => value !== undefined)
    .toSorted((a, b) => Number(scalar(a['id_attribute_group'])) - Number(scalar(b['id_attribute_group'])));
  const names = chosen.map((value) => translatedIn(value, 'name', languageId)).filter((name) => name !== null);
  return names.length === 0 ? null : names.join(', ');
}

/** The first number a scanner could read; `0` is none. */
export function barcodeIn(row: Row): string | null {
  return codeIn(row, 'ean13') ?? codeIn(row, 'upc') ?? codeIn(row, 'isbn');
}
