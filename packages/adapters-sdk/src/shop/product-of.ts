import type { ShopProduct } from '@comptoir/core/shop-sync/shop-records.js';
import { htmlCleaner } from '../mail/html-cleaner.js';
import { barcodeIn, combinationOf, inOrder } from './combination-of.js';
import { type Decimal, decimalText, product, rounded } from './decimal.js';
import {
  BadField,
  changedAt,
  decimalIn,
  decimalOrNull,
  flagIn,
  idIn,
  ownId,
  type Row,
  scalar,
  textIn,
  translatedIn,
  wholeIn,
} from './row.js';
import { associated } from './row-lists.js';
import type { ShopSettings } from './shop-settings.js';
import type { QuantityOf } from './stock-of.js';
import { positiveCents, supplyOf } from './supplied-by.js';
import type { RateOfGroup } from './tax-rates.js';

/** What belongs to products, and was read for all of a chunk. */
export interface ProductSurroundings {
  readonly settings: ShopSettings;
  /** Address of the shop, without a slash at its end. */
  readonly base: string;
  /** Categories that hold all others, one for each shop of an installation. */
  readonly rootCategoryIds: readonly string[];
  /** By product. */
  readonly combinations: ReadonlyMap<string, readonly Row[]>;
  /** By product. */
  readonly suppliers: ReadonlyMap<string, readonly Row[]>;
  /** Values of options; null: the key may not read them. */
  readonly values: ReadonlyMap<string, Row> | null;
  readonly manufacturers: ReadonlyMap<string, Row> | null;
  readonly quantityOf: QuantityOf;
  readonly rateOf: RateOfGroup;
}

/** Null: a draft, which the shop begins to keep before anybody has saved it. Throws `BadField`. */
export function productOf(row: Row, around: ProductSurroundings): ShopProduct | null {
  if (scalar(row['state']) === '0') return null;
  const { settings } = around;
  const externalId = ownId(row);
  const name = translatedIn(row, 'name', settings.languageId);
  if (name === null) throw new BadField('name', 'is missing');
  return {
    externalId,
    updatedAt: changedAt(row, settings.timezone),
    name,
    description: descriptionOf(row, settings.languageId),
    reference: textIn(row, 'reference'),
    barcode: barcodeIn(row),
    netPrice: decimalText(decimalIn(row, 'price')),
    taxBasisPoints: around.rateOf(idIn(row, 'id_tax_rules_group')),
    ...measuresOf(row, settings),
    active: flagIn(row, 'active'),
    kind: kindOf(row),
    ...categoriesOf(row, around),
    manufacturerId: idIn(row, 'id_manufacturer'),
    manufacturerName: manufacturerOf(row, around),
    bundle: bundleOf(row),
    photo: photoOf(row, around.base),
    ...suppliedOf(row, externalId, around),
  };
}

type Supplied = 'supplierId' | 'supplierReference' | 'purchasePriceCents' | 'combinations' | 'quantity';

function suppliedOf(row: Row, id: string, around: ProductSurroundings): Pick<ShopProduct, Supplied> {
  const { settings, quantityOf, values } = around;
  const supply = supplyOf(row, around.suppliers.get(id) ?? [], settings.currencyId);
  const rows = inOrder(around.combinations.get(id) ?? []);
  return {
    supplierId: supply.supplierId,
    supplierReference: supply.reference,
    purchasePriceCents: positiveCents(row, 'wholesale_price') ?? supply.priceCents(null),
    combinations: rows.map((each) => combinationOf(each, { languageId: settings.languageId, values, quantityOf, supply })),
    quantity: rows.length > 0 ? null : quantityOf(id, null),
  };
}

/** In words: the shop keeps HTML. */
function descriptionOf(row: Row, languageId: string | null): string | null {
  const html = translatedIn(row, 'description', languageId) ?? translatedIn(row, 'description_short', languageId);
  if (html === null) return null;
  const text = htmlCleaner.clean(html, { pictures: false }).text.trim();
  return text === '' ? null : text;
}

function measuresOf(row: Row, settings: ShopSettings): Pick<ShopProduct, 'weightGrams' | 'widthMm' | 'heightMm' | 'depthMm'> {
  return {
    weightGrams: measureIn(row, 'weight', settings.grams),
    widthMm: measureIn(row, 'width', settings.millimetres),
    heightMm: measureIn(row, 'height', settings.millimetres),
    depthMm: measureIn(row, 'depth', settings.millimetres),
  };
}

/** 0 is what nobody has measured. */
function measureIn(row: Row, field: string, unit: Decimal | null): number | null {
  const measure = decimalOrNull(row, field);
  if (measure === null || unit === null) return null;
  const whole = rounded(product(measure, unit), 0);
  if (whole < 0) throw new BadField(field, 'is less than 0');
  return whole === 0 ? null : whole;
}

function kindOf(row: Row): ShopProduct['kind'] {
  const types = [scalar(row['type']), scalar(row['product_type'])];
  if (types.includes('pack') || associated(row, 'product_bundle').length > 0) return 'bundle';
  return types.includes('virtual') || flagIn(row, 'is_virtual') ? 'virtual' : 'simple';
}

function categoriesOf(row: Row, { rootCategoryIds }: ProductSurroundings): Pick<ShopProduct, 'categoryId' | 'categoryIds'> {
  const real = (id: string | null): id is string => id !== null && !rootCategoryIds.includes(id);
  const categoryId = idIn(row, 'id_category_default');
  const ids = associated(row, 'categories').map((category) => idIn(category, 'id'));
  return { categoryId: real(categoryId) ? categoryId : null, categoryIds: [...new Set(ids.filter(real))] };
}

function manufacturerOf(row: Row, { manufacturers }: ProductSurroundings): string | null {
  const manufacturer = manufacturers?.get(idIn(row, 'id_manufacturer') ?? '');
  return textIn(row, 'manufacturer_name') ?? (manufacturer === undefined ? null : textIn(manufacturer, 'name'));
}

/** Versions name the combination differently, or not at all. The same product may be in it twice, in two combinations. */
function bundleOf(row: Row): ShopProduct['bundle'] {
  return associated(row, 'product_bundle').map((part) => {
    const quantity = wholeIn(part, 'quantity');
    if (quantity < 1) throw new BadField('product_bundle.quantity', 'is less than one');
    return {
      productId: ownId(part),
      combinationId: idIn(part, 'id_product_attribute') ?? idIn(part, 'combination_id'),
      quantity,
    };
  });
}

/** The file that was uploaded, at its public address; that of the web service needs the key. */
function photoOf(row: Row, base: string): string | null {
  const [first] = associated(row, 'images');
  const id = idIn(row, 'id_default_image') ?? (first === undefined ? null : idIn(first, 'id'));
  return id === null ? null : `${base}/img/p/${[...id].join('/')}/${id}.jpg`;
}
