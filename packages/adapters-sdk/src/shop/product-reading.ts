import type { ShopProduct } from '@comptoir/core/shop-sync/shop-records.js';
import { type ProductSurroundings, productOf } from './product-of.js';
import type { RecordReading } from './read-records.js';
import { type Row, scalar } from './row.js';
import { associated, groupedBy, linked } from './row-lists.js';
import type { Asking } from './shop-calls.js';
import type { ShopReads } from './shop-reads.js';
import { quantitiesOf } from './stock-of.js';
import { ratesOfGroups } from './tax-rates.js';

/** Products with their combinations, stock and suppliers: four requests a chunk, and few more for what they share. */
export function productReading(reads: ShopReads, base: string): RecordReading<ShopProduct> {
  return {
    resource: 'products',
    async complete(rows, asking) {
      const around = await surroundings(reads, base, rows, asking);
      return (row) => productOf(row, around);
    },
  };
}

async function surroundings(reads: ShopReads, base: string, rows: readonly Row[], asking: Asking): Promise<ProductSurroundings> {
  const { signal } = asking;
  const ids = linked(rows, 'id');
  const nameless = rows.filter((row) => scalar(row['manufacturer_name']) === '');
  const settings = await reads.settings(signal);
  const [rootIds, combinations, stock, suppliers, manufacturers, rateOf] = await Promise.all([
    reads.knownIds('categories', 'is_root_category', '1', signal),
    combinationsOf(reads, ids, asking),
    reads.whereReadable('stock_availables', 'id_product', ids, asking),
    reads.whereReadable('product_suppliers', 'id_product', ids, asking),
    reads.knownReadable('manufacturers', linked(nameless, 'id_manufacturer'), signal),
    ratesOfGroups(reads, linked(rows, 'id_tax_rules_group'), signal),
  ]);
  const quantityOf = quantitiesOf(stock, settings.shopId);
  const rootCategoryIds = [...settings.rootCategoryIds, ...(rootIds ?? [])];
  return {
    settings,
    base,
    rootCategoryIds,
    ...combinations,
    suppliers: groupedBy(suppliers ?? [], 'id_product'),
    manufacturers,
    quantityOf,
    rateOf,
  };
}

/** Without the right to read combinations nothing is read: products would look as if they had none. */
async function combinationsOf(
  reads: ShopReads,
  productIds: readonly string[],
  asking: Asking,
): Promise<Pick<ProductSurroundings, 'combinations' | 'values'>> {
  const rows = await reads.where('combinations', 'id_product', productIds, asking);
  const valueIds = rows.flatMap((row) => linked(associated(row, 'product_option_values'), 'id'));
  return {
    combinations: groupedBy(rows, 'id_product'),
    values: await reads.knownReadable('product_option_values', valueIds, asking.signal),
  };
}
