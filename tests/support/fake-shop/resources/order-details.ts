import type { ShopDatabase } from '../data/database.js';
import type { Order, OrderRow } from '../data/model.js';
import { idsAssociation } from './association.js';
import { fieldsOf } from './field.js';
import type { Resource } from './resource.js';

/** A line of an order, seen as a record of its own. */
interface OrderDetail {
  readonly id: number;
  readonly orderId: number;
  readonly row: OrderRow;
}

const f = fieldsOf<OrderDetail>();
const none = (_: OrderDetail) => 0;
const empty = (_: OrderDetail) => '';

export const orderDetails: Resource<OrderDetail> = {
  name: 'order_details',
  node: 'order_detail',
  fields: [
    f.id(),
    f.int('id_order', (d) => d.orderId),
    f.int('product_id', (d) => d.row.productId),
    f.int('product_attribute_id', (d) => d.row.combinationId),
    f.int('product_quantity_reinjected', none),
    f.decimal('group_reduction', 2, none),
    f.int('discount_quantity_applied', none),
    f.text('download_hash', empty),
    f.moment('download_deadline', none),
    f.int('id_order_invoice', none),
    f.int('id_warehouse', none),
    f.int('id_shop', (_) => 1),
    f.int('id_customization', (d) => d.row.customizationId, { from: '1.7.8' }),
    f.text('product_name', (d) => d.row.name),
    f.int('product_quantity', (d) => d.row.quantity),
    f.int('product_quantity_in_stock', (d) => d.row.quantity),
    f.int('product_quantity_return', none),
    f.int('product_quantity_refunded', (d) => d.row.refunded),
    f.money('product_price', (d) => d.row.listNet),
    f.decimal('reduction_percent', 2, (d) => d.row.reductionPercent),
    f.money('reduction_amount', none),
    f.money('reduction_amount_tax_incl', none),
    f.money('reduction_amount_tax_excl', none),
    f.money('product_quantity_discount', none),
    f.text('product_ean13', (d) => d.row.ean13),
    f.text('product_isbn', empty, { from: '1.7.8' }),
    f.text('product_upc', empty),
    f.text('product_mpn', empty, { from: '1.7.8' }),
    f.text('product_reference', (d) => d.row.reference),
    f.text('product_supplier_reference', empty),
    f.money('product_weight', none),
    f.int('id_tax_rules_group', (d) => d.row.taxGroupId),
    f.int('tax_computation_method', none),
    f.money('ecotax', none),
    f.decimal('ecotax_tax_rate', 3, none),
    f.int('download_nb', none),
    f.money('total_price_tax_incl', (d) => d.row.gross * d.row.quantity),
    f.money('total_price_tax_excl', (d) => d.row.net * d.row.quantity),
    f.money('unit_price_tax_incl', (d) => d.row.gross),
    f.money('unit_price_tax_excl', (d) => d.row.net),
    f.money('total_shipping_price_tax_incl', none),
    f.money('total_shipping_price_tax_excl', none),
    f.money('purchase_supplier_price', none),
    f.money('original_product_price', (d) => d.row.listNet),
    f.money('original_wholesale_price', (d) => d.row.wholesale),
    f.money('total_refunded_tax_excl', (d) => d.row.refunded * d.row.net, { from: '1.7.8' }),
    f.money('total_refunded_tax_incl', (d) => d.row.refunded * d.row.gross, { from: '1.7.8' }),
  ],
  associations: [idsAssociation('taxes', (d: OrderDetail) => (d.row.taxId === 0 ? [] : [d.row.taxId]))],
  all: everyDetail,
  byId: (db, id) => everyDetail(db).find((detail) => detail.id === id),
  indexes: {
    id_order: (db, id) => {
      const order = db.orders.get(id);
      return order === undefined ? [] : detailsOf(order);
    },
  },
};

function everyDetail(db: ShopDatabase): OrderDetail[] {
  return [...db.orders.all()].flatMap(detailsOf);
}

function detailsOf(order: Order): OrderDetail[] {
  return order.rows.map((row) => ({ id: row.id, orderId: order.id, row }));
}
