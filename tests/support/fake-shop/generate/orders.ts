import type { ShopDatabase } from '../data/database.js';
import type { Order } from '../data/model.js';
import { orderRow, orderTotal, type WantedRow } from '../data/order-rows.js';
import type { WallTime } from '../data/wall-time.js';
import type { Dialect } from '../dialect.js';
import type { Dice } from './dice.js';
import { type StateKind, stateId } from './order-states.js';
import { HOME_COUNTRY } from './settings.js';

/** Orders of the last days, most of them done with, the latest ones under way. */

const DAY = 86_400;
const PAYMENTS = [
  ['ps_wirepayment', 'Bank wire', 'bankwire'],
  ['ps_checkpayment', 'Payment by check', 'check'],
  ['paypal', 'PayPal', 'accepted'],
  ['stripe_official', 'Card', 'accepted'],
] as const;

export interface PlannedOrders {
  readonly count: number;
  readonly linesEach: number;
  readonly days: number;
  readonly dialect: Dialect;
  /** The youngest order is from just before. */
  readonly now: WallTime;
}

export function addOrders(db: ShopDatabase, planned: PlannedOrders, dice: Dice): void {
  const sold = [...db.products.all()].filter((product) => !product.draft).map((product) => product.id);
  const span = planned.days * DAY - 3_600;
  for (let place = 0; place < planned.count; place += 1) {
    const placedAt = planned.now - span + Math.floor((span * place) / planned.count);
    const order = anOrder(db, place + 1, placedAt, sold, planned, dice);
    db.orders.add(order);
    live(db, order, planned, dice);
  }
}

function anOrder(db: ShopDatabase, id: number, at: WallTime, sold: readonly number[], planned: PlannedOrders, dice: Dice): Order {
  const customer = db.customers.need(1 + dice.int(db.customers.size));
  const address = db.addresses.group(customer.id)[0]?.id ?? 0;
  const [module, payment] = dice.pick(PAYMENTS);
  const isGift = dice.percent(3);
  const order: Order = {
    id,
    reference: referenceOf(id),
    cartId: id,
    // A customer who was deleted for good leaves orders behind.
    customerId: id % 500 === 0 ? db.customers.size + id : customer.id,
    deliveryAddressId: address,
    invoiceAddressId: address,
    currencyId: 1,
    langId: 1,
    carrierId: 2,
    stateId: 0,
    module,
    payment,
    paid: 0,
    dateAdd: at,
    dateUpd: at,
    invoiceNumber: 0,
    invoiceDate: 0,
    deliveryNumber: 0,
    deliveryDate: 0,
    trackingNumber: '',
    note: '',
    giftMessage: isGift ? 'With love' : '',
    shipping: dice.percent(15) ? { net: 0, gross: 0 } : { net: 4_166_667, gross: 5_000_000 },
    shippingRate: 20_000,
    wrapping: isGift ? { net: 1_666_667, gross: 2_000_000 } : { net: 0, gross: 0 },
    discounts: { net: 0, gross: 0 },
    rows: wantedRows(db, sold, planned.linesEach, dice).map((wanted) => orderRow(db, wanted, HOME_COUNTRY)),
  };
  if (dice.percent(6)) order.discounts = { net: 833_333, gross: 1_000_000 };
  return order;
}

function wantedRows(db: ShopDatabase, sold: readonly number[], count: number, dice: Dice): WantedRow[] {
  return Array.from({ length: sold.length === 0 ? 0 : count }, () => {
    const productId = dice.pick(sold);
    const combinations = db.combinations.group(productId);
    const chosen = combinations.length === 0 ? {} : { combinationId: dice.pick(combinations).id };
    return { productId, ...chosen, quantity: 1 + dice.int(3), reductionPercent: dice.percent(10) ? 10 : 0 };
  });
}

/** What orders have behind them by their age. */
function live(db: ShopDatabase, order: Order, planned: PlannedOrders, dice: Dice): void {
  const first: StateKind = PAYMENTS.find(([module]) => module === order.module)?.[2] ?? 'accepted';
  let at = order.dateAdd;
  for (const kind of [first, ...later(planned.now - order.dateAdd, dice)]) {
    enter(db, order, kind, at, planned.dialect);
    at = Math.min(planned.now, at + 3_600 + dice.int(DAY));
  }
}

function later(age: number, dice: Dice): readonly StateKind[] {
  const ends: readonly StateKind[] = dice.percent(4) ? ['cancelled'] : ['accepted', 'processing', 'shipped', 'delivered'];
  if (dice.percent(1)) return ['counter'];
  return ends.slice(0, Math.floor(age / DAY));
}

/** An order enters a state: its history grows, its papers are numbered, and it has changed. */
export function enter(db: ShopDatabase, order: Order, kind: StateKind | number, at: WallTime, dialect: Dialect): void {
  const state = db.orderStates.need(typeof kind === 'number' ? kind : stateId(kind, dialect));
  order.stateId = state.id;
  order.dateUpd = at;
  if (state.paid) order.paid = orderTotal(order).gross;
  if (state.invoice && order.invoiceNumber === 0) Object.assign(order, { invoiceNumber: order.id, invoiceDate: at });
  if (state.delivery && order.deliveryNumber === 0) Object.assign(order, { deliveryNumber: order.id, deliveryDate: at });
  if (state.shipped && order.trackingNumber === '') order.trackingNumber = `TRACK${order.id}`;
  db.orderHistories.add({ id: db.orderHistories.nextId(), orderId: order.id, stateId: state.id, employeeId: 0, dateAdd: at });
}

/** Nine letters; every seventh order shares them with the one before, as orders of one cart do. */
export function referenceOf(id: number): string {
  let rest = (id % 7 === 0 ? id - 1 : id) * 48_271;
  let letters = '';
  for (let place = 0; place < 9; place += 1) {
    letters += String.fromCharCode(65 + (rest % 26));
    rest = Math.floor(rest / 26) + place * 7;
  }
  return letters;
}
