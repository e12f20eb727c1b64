import type { Order, OrderHistory, OrderRow } from '../data/model.js';
import { orderTotal, productsTotal } from '../data/order-rows.js';
import { associatedInt, association, idField } from './association.js';
import { type Field, fieldsOf } from './field.js';
import type { Resource } from './resource.js';

const order = fieldsOf<Order>();
const row = fieldsOf<OrderRow>();
const history = fieldsOf<OrderHistory>();

const HEAD: readonly Field<Order>[] = [
  order.id(),
  order.int('id_address_delivery', (o) => o.deliveryAddressId),
  order.int('id_address_invoice', (o) => o.invoiceAddressId),
  order.int('id_cart', (o) => o.cartId),
  order.int('id_currency', (o) => o.currencyId),
  order.int('id_lang', (o) => o.langId),
  order.int('id_customer', (o) => o.customerId),
  order.int('id_carrier', (o) => o.carrierId),
  order.int('current_state', (o) => o.stateId),
  order.text('module', (o) => o.module),
  order.int('invoice_number', (o) => o.invoiceNumber),
  order.moment('invoice_date', (o) => o.invoiceDate),
  order.int('delivery_number', (o) => o.deliveryNumber),
  order.moment('delivery_date', (o) => o.deliveryDate),
  order.flag('valid', (o) => o.invoiceNumber > 0),
  order.moment('date_add', (o) => o.dateAdd),
  order.moment('date_upd', (o) => o.dateUpd),
  order.text('shipping_number', (o) => o.trackingNumber),
  order.text('note', (o) => o.note, { from: '1.7.8' }),
  order.text('reference', (o) => o.reference),
  order.int('id_shop_group', (_) => 1),
  order.int('id_shop', (_) => 1),
  order.text('secure_key', (o) => String(o.customerId).padStart(32, '0')),
  order.text('payment', (o) => o.payment),
  order.money('conversion_rate', (_) => 1_000_000),
  order.flag('recyclable', (_) => false),
  order.flag('gift', (o) => o.giftMessage !== ''),
  order.text('gift_message', (o) => o.giftMessage),
  order.flag('mobile_theme', (_) => false, { to: '8' }),
];

const TOTALS: readonly Field<Order>[] = [
  order.money('total_discounts', (o) => o.discounts.gross),
  order.money('total_discounts_tax_incl', (o) => o.discounts.gross),
  order.money('total_discounts_tax_excl', (o) => o.discounts.net),
  order.money('total_paid', (o) => orderTotal(o).gross),
  order.money('total_paid_tax_incl', (o) => orderTotal(o).gross),
  order.money('total_paid_tax_excl', (o) => orderTotal(o).net),
  order.money('total_paid_real', (o) => o.paid),
  order.money('total_products', (o) => productsTotal(o).net),
  order.money('total_products_wt', (o) => productsTotal(o).gross),
  order.money('total_shipping', (o) => o.shipping.gross),
  order.money('total_shipping_tax_incl', (o) => o.shipping.gross),
  order.money('total_shipping_tax_excl', (o) => o.shipping.net),
  order.decimal('carrier_tax_rate', 3, (o) => o.shippingRate / 1_000),
  order.money('total_wrapping', (o) => o.wrapping.gross),
  order.money('total_wrapping_tax_incl', (o) => o.wrapping.gross),
  order.money('total_wrapping_tax_excl', (o) => o.wrapping.net),
  order.int('round_mode', (_) => 2),
  order.int('round_type', (_) => 1),
];

const ROWS: readonly Field<OrderRow>[] = [
  idField,
  row.int('product_id', (r) => r.productId),
  row.int('product_attribute_id', (r) => r.combinationId),
  row.int('product_quantity', (r) => r.quantity),
  row.text('product_name', (r) => r.name),
  row.text('product_reference', (r) => r.reference),
  row.text('product_ean13', (r) => r.ean13),
  row.text('product_isbn', (_) => '', { from: '1.7.8' }),
  row.text('product_upc', (_) => ''),
  row.money('product_price', (r) => r.listNet),
  associatedInt('id_customization', (r: OrderRow) => r.customizationId, 1),
  row.money('unit_price_tax_incl', (r) => r.gross),
  row.money('unit_price_tax_excl', (r) => r.net),
  row.flag('is_pack', (_) => false, { to: '1.6' }),
];

export const orders: Resource<Order> = {
  name: 'orders',
  node: 'order',
  fields: [...HEAD, ...TOTALS],
  associations: [association('order_rows', ROWS, (o: Order) => o.rows)],
  all: (db) => db.orders.all(),
  byId: (db, id) => db.orders.get(id),
};

/** Read by the index of their orders, so they come in the order of those. */
export const orderHistories: Resource<OrderHistory> = {
  name: 'order_histories',
  node: 'order_history',
  fields: [
    history.id(),
    history.int('id_employee', (h) => h.employeeId),
    history.int('id_order_state', (h) => h.stateId),
    history.int('id_order', (h) => h.orderId),
    history.moment('date_add', (h) => h.dateAdd),
  ],
  associations: [],
  all: (db) => db.orderHistories.all(),
  byId: (db, id) => db.orderHistories.get(id),
  indexes: { id_order: (db, id) => db.orderHistories.group(id) },
  order: (a, b) => a.orderId - b.orderId || a.id - b.id,
};
