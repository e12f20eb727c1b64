import type { ShopDatabase } from '../data/database.js';
import type { Charge, Order } from '../data/model.js';
import { orderRow, type WantedRow } from '../data/order-rows.js';
import type { WallTime } from '../data/wall-time.js';
import type { Dialect } from '../dialect.js';
import { type StateKind, stateId } from '../generate/order-states.js';
import { enter, referenceOf } from '../generate/orders.js';
import { HOME_COUNTRY } from '../generate/settings.js';
import { takeFromStock } from './stock.js';

/** What the edits of a shop share. */
export interface Workshop {
  readonly db: ShopDatabase;
  readonly dialect: Dialect;
  readonly now: () => WallTime;
}

export interface WantedOrder {
  readonly lines: readonly WantedRow[];
  readonly customerId?: number;
  /** `accepted` when it is left out. */
  readonly state?: StateKind | number;
  readonly currencyId?: number;
  readonly reference?: string;
  readonly note?: string;
  readonly shipping?: Charge;
  readonly wrapping?: Charge;
  readonly discounts?: Charge;
}

export type OrderChanges = Partial<
  Pick<
    Order,
    | 'note'
    | 'giftMessage'
    | 'trackingNumber'
    | 'customerId'
    | 'deliveryAddressId'
    | 'invoiceAddressId'
    | 'currencyId'
    | 'carrierId'
    | 'payment'
    | 'paid'
    | 'reference'
    | 'shipping'
    | 'wrapping'
    | 'discounts'
  >
>;

const NOTHING: Charge = { net: 0, gross: 0 };
const OUT_OF_STOCK_LEDGER: readonly StateKind[] = ['cancelled', 'payment-error'];

/** Every one of them moves `date_upd` of the order, and nothing of its products. */
export function orderEdits({ db, dialect, now }: Workshop) {
  const changed = (id: number): Order => Object.assign(db.orders.need(id), { dateUpd: now() });
  const move = (order: Order, direction: 1 | -1): void => {
    for (const row of order.rows) takeFromStock(db, row, row.quantity * direction);
  };
  const isOut = (stateNow: number): boolean => OUT_OF_STOCK_LEDGER.some((kind) => stateId(kind, dialect) === stateNow);

  /** What is cancelled goes back to the stock, and is taken again when the order lives on. */
  const setState = (id: number, state: StateKind | number): void => {
    const order = db.orders.need(id);
    const wasOut = isOut(order.stateId);
    enter(db, order, state, now(), dialect);
    if (wasOut !== isOut(order.stateId)) move(order, wasOut ? 1 : -1);
  };

  return {
    /** Returns its id. */
    placeOrder: (wanted: WantedOrder): number => {
      const order = db.orders.add(anOrder(db, wanted, now()));
      move(order, 1);
      setState(order.id, wanted.state ?? 'accepted');
      return order.id;
    },
    setState,
    cancel: (id: number): void => setState(id, 'cancelled'),
    editOrder: (id: number, changes: OrderChanges): void => {
      Object.assign(changed(id), changes);
    },
    /** Returns the id of the line. */
    addRow: (orderId: number, wanted: WantedRow): number => {
      const row = orderRow(db, wanted, HOME_COUNTRY);
      changed(orderId).rows.push(row);
      takeFromStock(db, row, row.quantity);
      return row.id;
    },
    /** The line keeps its id. */
    setQuantity: (orderId: number, rowId: number, quantity: number): void => {
      const row = changed(orderId).rows.find((each) => each.id === rowId);
      if (row === undefined) throw new Error(`Order ${orderId} has no line ${rowId}.`);
      takeFromStock(db, row, quantity - row.quantity);
      row.quantity = quantity;
    },
    /** It vanishes without a trace. */
    removeRow: (orderId: number, rowId: number): void => {
      const order = changed(orderId);
      for (const row of order.rows.filter((each) => each.id === rowId)) takeFromStock(db, row, -row.quantity);
      order.rows = order.rows.filter((each) => each.id !== rowId);
    },
  };
}

function anOrder(db: ShopDatabase, wanted: WantedOrder, at: WallTime): Order {
  const id = db.orders.nextId();
  const customerId = wanted.customerId ?? 1;
  const addressId = db.addresses.group(customerId).find(({ deleted }) => !deleted)?.id ?? 0;
  return {
    id,
    reference: wanted.reference ?? referenceOf(id),
    cartId: id,
    customerId,
    deliveryAddressId: addressId,
    invoiceAddressId: addressId,
    currencyId: wanted.currencyId ?? 1,
    langId: 1,
    carrierId: 2,
    stateId: 0,
    module: 'ps_wirepayment',
    payment: 'Bank wire',
    paid: 0,
    dateAdd: at,
    dateUpd: at,
    invoiceNumber: 0,
    invoiceDate: 0,
    deliveryNumber: 0,
    deliveryDate: 0,
    trackingNumber: '',
    note: wanted.note ?? '',
    giftMessage: '',
    shipping: wanted.shipping ?? NOTHING,
    shippingRate: 20_000,
    wrapping: wanted.wrapping ?? NOTHING,
    discounts: wanted.discounts ?? NOTHING,
    rows: wanted.lines.map((line) => orderRow(db, line, HOME_COUNTRY)),
  };
}
