import type { ShopDatabase } from './database.js';
import type { Charge, Combination, Micros, Order, OrderRow, Product } from './model.js';

/** How the shop reckons an order. */

export interface WantedRow {
  readonly productId: number;
  readonly combinationId?: number;
  readonly quantity: number;
  /** Off the unit, 0 to 100. */
  readonly reductionPercent?: number;
  readonly customizationId?: number;
}

/** The line as it is stored: with the names, prices and tax of now, which later changes of the product leave alone. */
export function orderRow(db: ShopDatabase, wanted: WantedRow, countryId: number): OrderRow {
  const product = db.products.need(wanted.productId);
  const combination = wanted.combinationId === undefined ? undefined : db.combinations.get(wanted.combinationId);
  const listNet = product.price + (combination?.priceImpact ?? 0);
  const reductionPercent = wanted.reductionPercent ?? 0;
  const net = Math.round((listNet * (100 - reductionPercent)) / 100);
  const taxId = taxOf(db, product.taxGroupId, countryId);
  db.lastOrderRowId += 1;
  return {
    id: db.lastOrderRowId,
    productId: product.id,
    combinationId: combination?.id ?? 0,
    quantity: wanted.quantity,
    name: orderedName(db, product, combination),
    reference: combination?.reference || product.reference,
    ean13: combination?.ean13 || product.ean13,
    net,
    gross: withTax(net, rateOf(db, taxId)),
    listNet,
    reductionPercent,
    wholesale: combination?.wholesale || product.wholesale,
    taxGroupId: product.taxGroupId,
    taxId,
    refunded: 0,
    customizationId: wanted.customizationId ?? 0,
  };
}

/** Such as `Candle - Size : M, Colour : Red`. */
function orderedName(db: ShopDatabase, product: Product, combination: Combination | undefined): string {
  const name = product.name[0] ?? '';
  if (combination === undefined) return name;
  const values = combination.optionValueIds.map((id) => {
    const value = db.optionValues.need(id);
    return `${db.options.need(value.optionId).name[0]} : ${value.name[0]}`;
  });
  return `${name} - ${values.join(', ')}`;
}

function taxOf(db: ShopDatabase, groupId: number, countryId: number): number {
  const rule = db.taxRules.group(groupId).find((each) => each.countryId === countryId);
  const tax = rule === undefined ? undefined : db.taxes.get(rule.taxId);
  return tax === undefined || tax.deleted || !tax.active ? 0 : tax.id;
}

/** Thousandths of a per cent. */
export function rateOf(db: ShopDatabase, taxId: number): number {
  return taxId === 0 ? 0 : db.taxes.need(taxId).rate;
}

export function withTax(net: Micros, rate: number): Micros {
  return net + Math.round((net * rate) / 100_000);
}

/** Each line rounded to cents, as shops do by default. */
export function productsTotal(order: Pick<Order, 'rows'>): Charge {
  const cents = (amount: Micros, quantity: number): Micros => Math.round((amount * quantity) / 10_000) * 10_000;
  let net = 0;
  let gross = 0;
  for (const row of order.rows) {
    net += cents(row.net, row.quantity);
    gross += cents(row.gross, row.quantity);
  }
  return { net, gross };
}

export function orderTotal(order: Order): Charge {
  const products = productsTotal(order);
  return {
    net: products.net + order.shipping.net + order.wrapping.net - order.discounts.net,
    gross: products.gross + order.shipping.gross + order.wrapping.gross - order.discounts.gross,
  };
}
