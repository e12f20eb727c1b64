import { byPosition, type Product } from '@comptoir/core/catalogue/item.js';
import type { ProductFilter, ProductSort, ProductViews } from '@comptoir/core/catalogue/product-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import { matches } from '../kit/crud-store.js';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import { type ItemRow, productOf, variantsByItem } from './product-rows.js';
import { readVariants } from './read-variants.js';
import { soldGoods } from './sold-goods.js';

/** For more items than this, reading the variants of all of them is quicker than naming them. */
const IDS_MAX = 500;

export function makeKyselyProductViews(db: Handle): ProductViews {
  const withVariants = async (scope: Scope, rows: readonly ItemRow[]): Promise<readonly Product[]> => {
    const ids = rows.map(({ id }) => id);
    const variants = variantsByItem(await readVariants(db, scope, ids.length > IDS_MAX ? 'all' : ids));
    return rows.map((row) => productOf(row, variants.get(row.id) ?? []));
  };
  const first = async (scope: Scope, condition: RawBuilder<boolean>): Promise<Product | null> => {
    const rows = await present(db, scope).where(condition).orderBy(sql`items.id collate "C"`).limit(1).execute();
    return (await withVariants(scope, rows))[0] ?? null;
  };
  const byIds = async (scope: Scope, ids: readonly string[]): Promise<readonly Product[]> =>
    ids.length === 0 ? [] : withVariants(scope, await present(db, scope).where('items.id', 'in', ids).execute());
  // Each code is looked up by itself, whatever is believed of tables that were filled a moment ago: a list of thousands would be gone through for every row.
  const byCodes = async (scope: Scope, kind: 'sku' | 'sync', codes: readonly string[]): Promise<readonly Product[]> => {
    const { rows } = await sql<{ readonly item_id: string }>`
      select distinct item_id from jsonb_array_elements_text(${jsonText(codes)}::jsonb) as wanted (code)
      cross join lateral (
        select item_id from item_codes where ${ofSite(scope)} and kind = ${kind} and item_codes.code = wanted.code offset 0
      ) as held`.execute(db);
    return byIds(
      scope,
      rows.map(({ item_id: itemId }) => itemId),
    );
  };

  return {
    get: (scope, id) => first(scope, sql`items.id = ${id}`),
    byIds,
    bySku: (scope, sku) => first(scope, sql`items.id = (select item_id from item_codes where ${ownCode(scope, 'sku', sku)})`),
    byExternalIds: async (scope, ids) =>
      ids.length === 0 ? [] : withVariants(scope, await present(db, scope).where(isOneOf('items.external_id', ids)).execute()),
    goodsByExternalIds: (scope, ids) => soldGoods(db, scope, ids),
    bySkus: (scope, skus) => byCodes(scope, 'sku', skus),
    bySyncKeys: (scope, keys) => byCodes(scope, 'sync', keys),
    bySyncKey: (scope, key) => first(scope, sql`items.id = (select item_id from item_codes where ${ownCode(scope, 'sync', key)})`),
    // A union, because one condition over two tables could use the index of neither.
    byBarcode: (scope, barcode) =>
      first(
        scope,
        sql`items.id in (
          select id from items where ${ofSite(scope)} and barcode = ${barcode}
          union select item_id from item_variants where ${ofSite(scope)} and barcode = ${barcode})`,
      ),

    async bundlesWith(scope, id) {
      const rows = await present(db, scope)
        .where(sql<boolean>`items.bundle @> ${jsonText([{ itemId: id }])}::jsonb`)
        .orderBy(sql`items.id collate "C"`)
        .execute();
      return withVariants(scope, rows);
    },

    async list(scope, filter) {
      const page = await readPage(filtered(db, scope, filter).orderBy(ORDER[filter.sort ?? 'position']), filter);
      return { ...page, items: await withVariants(scope, page.items) };
    },

    async all(scope) {
      const products = await withVariants(scope, await present(db, scope).execute());
      return products.toSorted(byPosition);
    },
  };
}

function itemsOf(db: Handle, { tenantId, siteId }: Scope) {
  return db.selectFrom('items').selectAll('items').where('items.tenant_id', '=', tenantId).where('items.site_id', '=', siteId);
}

function present(db: Handle, scope: Scope) {
  return itemsOf(db, scope).where('items.deleted_at', 'is', null);
}

function filtered(db: Handle, scope: Scope, { search, deleted = false, ...filter }: ProductFilter) {
  const { categoryId, visible, managedBy, manageStock, vendorId } = filter;
  return itemsOf(db, scope)
    .where('items.deleted_at', deleted ? 'is not' : 'is', null)
    .$if(categoryId !== undefined, (query) => query.where('items.category_id', '=', categoryId ?? null))
    .$if(visible !== undefined, (query) => query.where('items.visible', '=', visible === true))
    .$if(managedBy !== undefined, (query) => query.where('items.managed_by', '=', managedBy ?? 'till'))
    .$if(manageStock !== undefined, (query) => query.where('items.manage_stock', '=', manageStock === true))
    .$if(vendorId !== undefined, (query) => query.where('items.default_vendor_id', '=', uuidOf(vendorId ?? '')))
    .where(sql<boolean>`(${matches(SEARCHED, search)} or ${someVariant(matches(SEARCHED_OF_VARIANT, search))})`);
}

const SEARCHED = ['name', 'reference', 'sku', 'barcode'].map((column) => sql.ref(`items.${column}`));
const SEARCHED_OF_VARIANT = ['sku', 'barcode'].map((column) => sql.ref(`v.${column}`));

/** True for items that have a variant (`v`) with the condition. */
function someVariant(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from item_variants v
    where v.tenant_id = items.tenant_id and v.site_id = items.site_id and v.item_id = items.id and ${condition})`;
}

function ownCode(scope: Scope, kind: 'sku' | 'sync', code: string): RawBuilder<unknown> {
  return sql`${ofSite(scope)} and kind = ${kind} and code = ${code}`;
}

/** One parameter, so that the statement is the same however many texts there are. */
function isOneOf(column: string, texts: readonly string[]): RawBuilder<boolean> {
  return sql`${sql.ref(column)} = any (array(select jsonb_array_elements_text(${jsonText(texts)}::jsonb)))`;
}

function ofSite({ tenantId, siteId }: Scope): RawBuilder<unknown> {
  return sql`tenant_id = ${tenantId} and site_id = ${siteId}`;
}

const BY_NAME = sql`items.name collate "C", items.id collate "C"`;
const LOWEST_PRICE = sql`coalesce((select min(v.price_cents) from item_variants v
  where v.tenant_id = items.tenant_id and v.site_id = items.site_id and v.item_id = items.id), items.price_cents)`;

const ORDER: Readonly<Record<ProductSort, RawBuilder<unknown>>> = {
  position: sql`items.position, ${BY_NAME}`,
  name: BY_NAME,
  price: sql`${LOWEST_PRICE}, ${BY_NAME}`,
  updatedAt: sql`items.updated_at desc, ${BY_NAME}`,
};
