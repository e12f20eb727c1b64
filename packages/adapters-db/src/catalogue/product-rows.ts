import type { Item, Product, Variant } from '@comptoir/core/catalogue/item.js';
import { codesOf } from '@comptoir/core/catalogue/product-codes.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Selectable } from 'kysely';
import type { ItemCodeTable, ItemTable, ItemVariantTable } from './catalogue-tables.js';

export type ItemRow = Selectable<ItemTable>;
export type VariantRow = Selectable<ItemVariantTable>;

/** The columns the public menu is made of. */
export const MENU_COLUMNS = [
  'id',
  'category_id',
  'name',
  'description',
  'price_cents',
  'tax_basis_points',
  'photo',
  'allergens',
  'visible',
  'sold_out_until',
  'position',
  'managed_by',
  'option_groups',
  'sku',
  'barcode',
  'manage_stock',
  'bundle',
] as const satisfies readonly (keyof ItemTable)[];

export function itemOf(row: Pick<ItemRow, (typeof MENU_COLUMNS)[number]>, variants: readonly Variant[]): Item {
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

export function productOf(row: ItemRow, variants: readonly Variant[]): Product {
  return {
    ...itemOf(row, variants),
    reference: row.reference,
    purchasePriceCents: row.purchase_price_cents,
    weightGrams: row.weight_grams,
    widthMm: row.width_mm,
    heightMm: row.height_mm,
    depthMm: row.depth_mm,
    syncKey: row.sync_key,
    externalId: row.external_id,
    defaultVendorId: row.default_vendor_id,
    data: row.data,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    version: row.version,
  };
}

/** A product as the row of its table; every column is there. */
export function itemRowOf({ tenantId, siteId }: Scope, product: Product): ItemRow {
  const { id, name, description, photo, allergens, visible, position, sku, barcode, bundle, reference, data, version } = product;
  return {
    tenant_id: tenantId,
    site_id: siteId,
    id,
    name,
    description,
    photo,
    allergens,
    visible,
    position,
    sku,
    barcode,
    bundle,
    reference,
    data,
    version,
    category_id: product.categoryId,
    price_cents: product.priceCents,
    tax_basis_points: product.taxBasisPoints,
    sold_out_until: product.soldOutUntil,
    managed_by: product.managedBy,
    option_groups: product.optionGroups,
    manage_stock: product.manageStock,
    purchase_price_cents: product.purchasePriceCents,
    weight_grams: product.weightGrams,
    width_mm: product.widthMm,
    height_mm: product.heightMm,
    depth_mm: product.depthMm,
    sync_key: product.syncKey,
    external_id: product.externalId,
    default_vendor_id: product.defaultVendorId,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    deleted_at: product.deletedAt,
  };
}

export function variantRowsOf({ tenantId, siteId }: Scope, { id: itemId, variants }: Product): readonly VariantRow[] {
  return variants.map(({ id, name, priceCents, sku, barcode, syncKey, externalId }, position) => ({
    tenant_id: tenantId,
    site_id: siteId,
    item_id: itemId,
    id,
    name,
    price_cents: priceCents,
    position,
    sku,
    barcode,
    sync_key: syncKey,
    external_id: externalId,
  }));
}

export function codeRowsOf({ tenantId, siteId }: Scope, product: Product): readonly Selectable<ItemCodeTable>[] {
  return codesOf(product).map(({ kind, code, itemId, variantId }) => ({
    tenant_id: tenantId,
    site_id: siteId,
    kind,
    code,
    item_id: itemId,
    variant_id: variantId,
  }));
}

/** The variants of each item, in the order of the rows. */
export function variantsByItem(rows: readonly VariantRow[]): ReadonlyMap<string, readonly Variant[]> {
  const groups = new Map<string, Variant[]>();
  for (const { item_id: itemId, id, name, sku, barcode, ...row } of rows) {
    const group = groups.get(itemId) ?? [];
    group.push({ id, name, sku, barcode, priceCents: row.price_cents, syncKey: row.sync_key, externalId: row.external_id });
    groups.set(itemId, group);
  }
  return groups;
}
