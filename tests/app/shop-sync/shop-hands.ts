import type { FakeShop } from '../../support/fake-shop/fake-shop.js';
import type { Dice } from '../../support/fake-shop/generate/dice.js';
import type { StateKind } from '../../support/fake-shop/generate/order-states.js';

/** What merchants and customers do to a shop, at random. */
export interface ShopHands {
  /** One edit. Most share their second with the one before. */
  edit(): void;
}

const STATES: readonly StateKind[] = ['accepted', 'processing', 'shipped', 'cancelled', 'payment-error', 'bankwire'];

/** Only orders and products that were made since are edited: what a shop has shipped before it was connected is history. */
export function handsOn({ edits, db, clock }: FakeShop, dice: Dice): ShopHands {
  const products = Array.from({ length: 12 }, () => edits.addProduct());
  const customers = Array.from({ length: 20 }, () => edits.addCustomer());
  const orders: number[] = [];
  let count = 0;

  const aLine = () => ({ productId: dice.pick(products), quantity: 1 + dice.int(4) });
  const place = (): void => {
    const lines = Array.from({ length: 1 + dice.int(3) }, aLine);
    orders.push(edits.placeOrder({ customerId: dice.pick(customers), lines }));
  };
  const lineOf = (order: number) => dice.pick(db.orders.need(order).rows).id;

  const change: Readonly<Record<string, (order: number) => void>> = {
    state: (order) => edits.setState(order, dice.pick(STATES)),
    quantity: (order) => edits.setQuantity(order, lineOf(order), 1 + dice.int(9)),
    add: (order) => void edits.addRow(order, aLine()),
    remove: (order) => (db.orders.need(order).rows.length > 1 ? edits.removeRow(order, lineOf(order)) : undefined),
    product: () =>
      edits.editProduct(dice.pick(products), { name: [`Product ${count}`, `Produit ${count}`], price: 1_000_000 * (1 + dice.int(90)) }),
  };
  const kinds = Object.values(change);

  return {
    edit() {
      count += 1;
      if (dice.percent(30)) clock.advance(1000 * (1 + dice.int(20)));
      if (orders.length === 0 || dice.percent(15)) place();
      else dice.pick(kinds)(dice.pick(orders));
    },
  };
}
