import type { ShopDatabase } from '../data/database.js';
import type { BundledProduct, Product } from '../data/model.js';
import { associatedInt, association, idField, idsAssociation } from './association.js';
import { type Field, fieldsOf } from './field.js';
import type { Resource } from './resource.js';

const f = fieldsOf<Product>();
const none = (_: Product) => 0;
const no = (_: Product) => false;
const empty = (_: Product) => '';
const blank = (p: Product) => p.name.map(() => '');

const KINDS: readonly Field<Product>[] = [
  f.id(),
  f.int('id_manufacturer', (p) => p.manufacturerId),
  f.int('id_supplier', (p) => p.supplierId),
  f.int('id_category_default', (p) => p.defaultCategoryId),
  f.shown('new', (_) => null),
  f.shownInt('cache_default_attribute', (p, { db }) => defaultCombination(db, p)),
  f.int('id_default_image', (p) => p.imageIds[0] ?? 0),
  // Nothing in place of the number: 0, `"0"` or false, as the lineages have it.
  f.shown('id_default_combination', (p, { db, traits }) => noneOr(defaultCombination(db, p), traits.nativeInts)),
  f.int('id_tax_rules_group', (p) => p.taxGroupId),
  f.shown('position_in_category', (p, { traits }) => (traits.age === 1 ? String(p.id % 10) : p.id % 10)),
  f.shown('manufacturer_name', (p, { db }) => db.manufacturers.get(p.manufacturerId)?.name ?? false),
  f.shown('quantity', (_) => '0'),
  f.shown('type', (p) => p.kind),
  f.int('id_shop_default', (_) => 1),
  f.text('reference', (p) => p.reference),
  f.text('supplier_reference', (p) => p.supplierReference),
  f.text('location', empty),
];

const MEASURES: readonly Field<Product>[] = [
  f.money('width', (p) => p.width),
  f.money('height', (p) => p.height),
  f.money('depth', (p) => p.depth),
  f.money('weight', (p) => p.weight),
  f.int('out_of_stock', (_) => 2, { to: '1.6' }),
  f.flag('quantity_discount', no),
  // The elder lineage has a nought in place of nothing.
  f.text('ean13', (p) => p.ean13, { from: '1.7.8' }),
  f.text('ean13', (p) => p.ean13 || '0', { to: '1.6' }),
  f.text('isbn', empty, { from: '1.7.8' }),
  f.text('upc', empty),
  f.text('mpn', empty, { from: '1.7.8' }),
  f.flag('cache_is_pack', (p) => p.kind === 'pack'),
  f.flag('cache_has_attachments', no),
  f.flag('is_virtual', (p) => p.kind === 'virtual'),
  f.flag('state', (p) => !p.draft, { from: '1.7.8' }),
  f.int('additional_delivery_times', (_) => 1, { from: '1.7.8' }),
  f.local('delivery_in_stock', blank, { from: '1.7.8' }),
  f.local('delivery_out_stock', blank, { from: '1.7.8' }),
  f.text('product_type', (p) => p.kind, { from: '1.7.8' }),
  f.flag('on_sale', no),
  f.flag('online_only', no),
];

const SALE: readonly Field<Product>[] = [
  f.money('ecotax', none),
  f.int('minimal_quantity', (_) => 1),
  f.shown('low_stock_threshold', (_) => null, { from: '1.7.8' }),
  f.flag('low_stock_alert', no, { from: '1.7.8' }),
  f.money('price', (p) => p.price),
  f.money('wholesale_price', (p) => p.wholesale),
  f.text('unity', empty),
  f.money('unit_price_ratio', none, { to: '1.7.8' }),
  f.money('unit_price', none, { from: '8' }),
  f.money('additional_shipping_cost', none),
  f.int('customizable', none),
  f.int('text_fields', none),
  f.int('uploadable_files', none),
  f.flag('active', (p) => p.active),
  f.text('redirect_type', (_) => '404'),
  f.int('id_product_redirected', none, { to: '1.6' }),
  f.int('id_type_redirected', none, { from: '1.7.8' }),
  f.flag('available_for_order', (_) => true),
  f.day('available_date', none),
  f.flag('show_condition', no, { from: '1.7.8' }),
  f.text('condition', (_) => 'new'),
  f.flag('show_price', (_) => true),
  f.flag('indexed', (_) => true),
  f.text('visibility', (_) => 'both'),
  f.flag('advanced_stock_management', no, { to: '8' }),
  f.moment('date_add', (p) => p.dateAdd),
  f.shownMoment(
    'date_upd',
    (p) => p.dateUpd,
    (p) => p.shownDateUpd,
  ),
  f.int('pack_stock_type', (_) => 3),
  f.flag('pack_dynamic', no, { to: '1.6' }),
];

const TEXTS: readonly Field<Product>[] = [
  f.local('meta_description', blank),
  f.local('meta_keywords', blank, { to: '8' }),
  f.local('meta_title', blank),
  f.local('link_rewrite', (p) => p.name.map(() => `product-${p.id}`)),
  f.local('name', (p) => p.name),
  f.local('description', (p) => p.description),
  f.local('description_short', blank),
  f.local('available_now', blank),
  f.local('available_later', blank),
];

const BUNDLE: readonly Field<BundledProduct>[] = [
  associatedInt('id', (b: BundledProduct) => b.productId),
  associatedInt('id_product_attribute', (b: BundledProduct) => b.combinationId, 1),
  associatedInt('quantity', (b: BundledProduct) => b.quantity),
  associatedInt('combination_id', (b: BundledProduct) => b.combinationId, 0, 0),
];

const STOCK = [idField, associatedInt('id_product_attribute', (s: { id: number; combinationId: number }) => s.combinationId)] as const;

export const products: Resource<Product> = {
  name: 'products',
  node: 'product',
  fields: [...KINDS, ...MEASURES, ...SALE, ...TEXTS],
  associations: [
    idsAssociation('categories', (p: Product) => p.categoryIds),
    idsAssociation('images', (p: Product) => p.imageIds),
    idsAssociation('combinations', (p: Product, { db }) => db.combinations.group(p.id).map(({ id }) => id)),
    idsAssociation('product_option_values', (p: Product, { db }) => optionValues(db, p)),
    association('stock_availables', STOCK, (p: Product, { db }) => db.stock.group(p.id)),
    association('product_bundle', BUNDLE, (p: Product) => p.bundle),
  ],
  all: (db) => db.products.all(),
  byId: (db, id) => db.products.get(id),
};

function defaultCombination(db: ShopDatabase, product: Product): number {
  return db.combinations.group(product.id).find(({ isDefault }) => isDefault)?.id ?? 0;
}

function noneOr(id: number, nativeInts: boolean): string | number {
  return id === 0 || nativeInts ? id : String(id);
}

function optionValues(db: ShopDatabase, product: Product): readonly number[] {
  return [...new Set(db.combinations.group(product.id).flatMap(({ optionValueIds }) => optionValueIds))];
}
