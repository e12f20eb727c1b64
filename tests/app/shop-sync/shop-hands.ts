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

/** Everything that people do to a shop, also to what was there before, and what no date tells of: stock, combinations, vendors, taxes. */
export function busyHandsOn({ edits, db, clock }: FakeShop, dice: Dice): ShopHands {
  const anyOf = <Kept>(table: { all(): Iterable<Kept> }): Kept => dice.pick([...table.all()]);
  const order = () => anyOf(db.orders).id;
  const product = () => anyOf(db.products).id;
  const customer = () => anyOf(db.customers);
  const combinationOf = (productId: number) => {
    const combinations = db.combinations.group(productId);
    return combinations.length === 0 ? 0 : dice.pick(combinations).id;
  };
  const aLine = () => {
    const { id: productId } = dice.pick([...db.products.all()].filter(({ draft }) => !draft));
    return { productId, combinationId: combinationOf(productId), quantity: 1 + dice.int(4) };
  };
  const aVendor = () =>
    dice.percent(50) ? { supplierId: anyOf(db.suppliers).id } : { manufacturerId: dice.percent(50) ? anyOf(db.manufacturers).id : 0 };
  const anAddress = () => ({ city: `City ${dice.int(99)}`, phone: dice.percent(20) ? 'call me' : `0102030${100 + dice.int(800)}` });
  const aMail = () => (dice.percent(30) ? customer().email : `somebody${dice.int(1_000_000)}@example.com`);

  const acts: readonly (() => unknown)[] = [
    () => edits.placeOrder({ customerId: customer().id, lines: [aLine(), aLine()], state: dice.pick(STATES) }),
    () => edits.setState(order(), dice.pick(STATES)),
    () => edits.addRow(order(), aLine()),
    () =>
      edits.editOrder(order(), { customerId: customer().id, shipping: { net: 5_000_000, gross: 6_000_000 }, note: `note ${dice.int(99)}` }),
    () =>
      edits.editProduct(product(), {
        name: [`Product ${dice.int(99)}`, `Produit ${dice.int(99)}`],
        active: dice.percent(80),
        ...aVendor(),
      }),
    () => edits.editProduct(product(), { reference: dice.percent(20) ? anyOf(db.products).reference : `reference ${dice.int(9999)}` }),
    () => edits.setStock(edits.addProduct(aVendor()), 0, dice.int(50)),
    () => edits.addCombination(product(), { reference: `size ${dice.int(9999)}`, priceImpact: 1_000_000 * dice.int(5) }),
    () => edits.editCombination(anyOf(db.combinations).id, { priceImpact: 1_000_000 * dice.int(9) }),
    () => {
      const productId = product();
      edits.setStock(productId, combinationOf(productId), dice.int(60) - 3);
    },
    () => edits.editVendor('supplier', anyOf(db.suppliers).id, { active: dice.percent(60), name: anyOf(db.manufacturers).name }),
    () => edits.addVendor(dice.pick(['supplier', 'manufacturer'] as const), `Company ${dice.int(9)}`),
    () =>
      edits.editCustomer(customer().id, {
        firstName: `Name ${dice.int(99)}`,
        email: aMail(),
        newsletter: dice.percent(50),
        deleted: dice.percent(5),
      }),
    () => edits.addAddress(edits.addCustomer({ guest: dice.percent(40), email: aMail() })),
    () =>
      edits.editAddress(dice.pick([...db.addresses.all()].filter(({ customerId, deleted }) => customerId > 0 && !deleted)).id, anAddress()),
    () => edits.setTaxRate(anyOf(db.taxes).id, dice.pick([20_000, 10_000, 5_500])),
    () => (dice.percent(20) ? edits.deleteProduct(product()) : edits.deleteCustomer(customer().id)),
  ];

  return {
    edit() {
      if (dice.percent(30)) clock.advance(1000 * (1 + dice.int(20)));
      dice.pick(acts)();
    },
  };
}
