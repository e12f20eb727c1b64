import type { Combination, Option, OptionValue, ProductSupplier, StockAvailable } from '../data/model.js';
import { idsAssociation } from './association.js';
import { fieldsOf } from './field.js';
import type { Resource } from './resource.js';

/** What belongs to a product without being one. None of these says when it changed. */

const c = fieldsOf<Combination>();
const s = fieldsOf<StockAvailable>();
const v = fieldsOf<OptionValue>();
const o = fieldsOf<Option>();
const p = fieldsOf<ProductSupplier>();

export const combinations: Resource<Combination> = {
  name: 'combinations',
  node: 'combination',
  fields: [
    c.id(),
    c.int('id_product', (r) => r.productId),
    c.text('location', (_) => ''),
    c.text('ean13', (r) => r.ean13),
    c.text('isbn', (_) => '', { from: '1.7.8' }),
    c.text('upc', (_) => ''),
    c.text('mpn', (_) => '', { from: '1.7.8' }),
    c.shown('quantity', (r, { db, traits }) => legacyQuantity(quantityOf(db.stock.group(r.productId), r.id), traits.age)),
    c.text('reference', (r) => r.reference),
    c.text('supplier_reference', (_) => ''),
    c.money('wholesale_price', (r) => r.wholesale),
    c.money('price', (r) => r.priceImpact),
    c.money('ecotax', (_) => 0),
    c.money('weight', (r) => r.weightImpact),
    c.money('unit_price_impact', (_) => 0),
    c.int('minimal_quantity', (_) => 1),
    c.shown('low_stock_threshold', (_) => null, { from: '1.7.8' }),
    c.flag('low_stock_alert', (_) => false, { from: '1.7.8' }),
    // A column that may be null, so that one row of a product can be the default.
    c.shown('default_on', (r) => (r.isDefault ? '1' : null)),
    c.shown('available_date', (_, { traits }) => (traits.age === 0 ? '0000-00-00' : null)),
  ],
  associations: [
    idsAssociation('product_option_values', (r: Combination) => r.optionValueIds),
    idsAssociation('images', (r: Combination) => r.imageIds),
  ],
  all: (db) => db.combinations.all(),
  byId: (db, id) => db.combinations.get(id),
  indexes: { id_product: (db, id) => db.combinations.group(id) },
};

function quantityOf(rows: readonly StockAvailable[], combinationId: number): number {
  return rows.find((row) => row.combinationId === combinationId)?.quantity ?? 0;
}

function legacyQuantity(quantity: number, age: number): number | string {
  return age === 0 ? String(quantity) : quantity;
}

export const stockAvailables: Resource<StockAvailable> = {
  name: 'stock_availables',
  node: 'stock_available',
  fields: [
    s.id(),
    s.int('id_product', (r) => r.productId),
    s.int('id_product_attribute', (r) => r.combinationId),
    s.int('id_shop', (_) => 1),
    s.int('id_shop_group', (_) => 0),
    s.int('quantity', (r) => r.quantity),
    s.flag('depends_on_stock', (_) => false),
    s.int('out_of_stock', (_) => 2),
    s.text('location', (_) => '', { from: '1.7.8' }),
  ],
  associations: [],
  all: (db) => db.stock.all(),
  byId: (db, id) => db.stock.get(id),
  indexes: { id_product: (db, id) => db.stock.group(id) },
};

export const productOptions: Resource<Option> = {
  name: 'product_options',
  node: 'product_option',
  fields: [
    o.id(),
    o.flag('is_color_group', (r) => r.color),
    o.text('group_type', (r) => (r.color ? 'color' : 'select')),
    o.int('position', (r) => r.id - 1),
    o.local('name', (r) => r.name),
    o.local('public_name', (r) => r.name),
  ],
  associations: [idsAssociation('product_option_values', (r: Option, { db }) => db.optionValues.group(r.id).map(({ id }) => id))],
  all: (db) => db.options.all(),
  byId: (db, id) => db.options.get(id),
};

export const productOptionValues: Resource<OptionValue> = {
  name: 'product_option_values',
  node: 'product_option_value',
  fields: [
    v.id(),
    v.int('id_attribute_group', (r) => r.optionId),
    v.text('color', (r) => r.color),
    v.int('position', (r) => r.id - 1),
    v.local('name', (r) => r.name),
  ],
  associations: [],
  all: (db) => db.optionValues.all(),
  byId: (db, id) => db.optionValues.get(id),
  indexes: { id_attribute_group: (db, id) => db.optionValues.group(id) },
};

export const productSuppliers: Resource<ProductSupplier> = {
  name: 'product_suppliers',
  node: 'product_supplier',
  fields: [
    p.id(),
    p.int('id_product', (r) => r.productId),
    p.int('id_product_attribute', (r) => r.combinationId),
    p.int('id_supplier', (r) => r.supplierId),
    p.int('id_currency', (r) => r.currencyId),
    p.text('product_supplier_name', (_) => '', { to: '1.6' }),
    p.text('product_supplier_reference', (r) => r.reference),
    p.money('product_supplier_price_te', (r) => r.price),
    p.text('product_supplier_comment', (_) => '', { to: '1.6' }),
  ],
  associations: [],
  all: (db) => db.productSuppliers.all(),
  byId: (db, id) => db.productSuppliers.get(id),
  indexes: { id_product: (db, id) => db.productSuppliers.group(id) },
};
