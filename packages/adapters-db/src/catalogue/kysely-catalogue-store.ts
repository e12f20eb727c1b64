import type { CatalogueStore, CatalogueViews } from '@comptoir/core/catalogue/catalogue-store.js';
import { byPosition, type Item, type Variant } from '@comptoir/core/catalogue/item.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Selectable } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { json } from '../kit/json.js';
import type { ItemTable, ItemVariantTable } from './catalogue-tables.js';

export function makeKyselyCatalogueStore(db: Handle): CatalogueStore {
  const change = async (scope: Scope, id: string, fields: { sold_out_until?: Date | null; visible?: boolean }) => {
    const { numUpdatedRows } = await db
      .updateTable('items')
      .set(fields)
      .where('tenant_id', '=', scope.tenantId)
      .where('site_id', '=', scope.siteId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  return {
    async createItem(scope, item) {
      await insertItem(db, scope, item).catch(asUnknownRecord);
      if (item.variants.length === 0) return;
      const owner = { tenant_id: scope.tenantId, site_id: scope.siteId, item_id: item.id };
      const rows = item.variants.map(({ priceCents, syncKey, ...rest }, position) => ({
        ...owner,
        ...rest,
        price_cents: priceCents,
        sync_key: syncKey,
        position,
      }));
      await db.insertInto('item_variants').values(rows).execute();
    },
    setSoldOutUntil: (scope, itemId, until) => change(scope, itemId, { sold_out_until: until }),
    setVisible: (scope, itemId, visible) => change(scope, itemId, { visible }),
  };
}

async function insertItem(db: Handle, { tenantId, siteId }: Scope, item: Item): Promise<void> {
  const { id, name, description, photo, visible, position, sku, barcode } = item;
  await db
    .insertInto('items')
    .values({
      tenant_id: tenantId,
      site_id: siteId,
      id,
      name,
      description,
      photo,
      visible,
      position,
      sku,
      barcode,
      manage_stock: item.manageStock,
      bundle: json(item.bundle),
      category_id: item.categoryId,
      price_cents: item.priceCents,
      tax_basis_points: item.taxBasisPoints,
      sold_out_until: item.soldOutUntil,
      managed_by: item.managedBy,
      allergens: json(item.allergens),
      option_groups: json(item.optionGroups),
    })
    .execute();
}

export function makeKyselyCatalogueViews(db: Handle): CatalogueViews {
  return {
    async menu({ tenantId, siteId }) {
      const categories = await db
        .selectFrom('categories')
        .select(['id', 'name', 'position'])
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .execute();
      const items = await db
        .selectFrom('items')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('visible', '=', true)
        .execute();
      const variants = await db
        .selectFrom('item_variants')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .orderBy('position')
        .execute();
      const byItem = groupedByItem(variants);
      // Sorted here, not by the database, so that every store gives the same order whatever its collation.
      return {
        categories: categories.sort(byPosition),
        items: items.map((row) => itemOf(row, byItem.get(row.id) ?? [])).sort(byPosition),
      };
    },
  };
}

function groupedByItem(rows: readonly Selectable<ItemVariantTable>[]): Map<string, Variant[]> {
  const groups = new Map<string, Variant[]>();
  for (const { item_id: itemId, id, name, sku, barcode, price_cents: priceCents, sync_key: syncKey } of rows) {
    const group = groups.get(itemId) ?? [];
    group.push({ id, name, priceCents, sku, barcode, syncKey });
    groups.set(itemId, group);
  }
  return groups;
}

function itemOf(row: Selectable<ItemTable>, variants: readonly Variant[]): Item {
  const { id, name, description, photo, allergens, visible, position, sku, barcode, bundle } = row;
  return {
    id,
    name,
    description,
    photo,
    allergens,
    visible,
    position,
    variants,
    sku,
    barcode,
    bundle,
    manageStock: row.manage_stock,
    categoryId: row.category_id,
    priceCents: row.price_cents,
    taxBasisPoints: row.tax_basis_points,
    soldOutUntil: row.sold_out_until,
    managedBy: row.managed_by,
    optionGroups: row.option_groups,
  };
}
