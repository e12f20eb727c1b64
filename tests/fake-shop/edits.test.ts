import { expect } from 'chai';
import type { FakeShop } from '../support/fake-shop/fake-shop.js';
import { idsOf, read, records, within } from './shop-client.js';

const MINUTE = 60_000;

/** What the clock of the shop shows, an hour ahead of the one in Greenwich. */
const LATER = '2026-11-22 13:01:00';

/** The ids of what has changed since the clock was moved by a minute. */
async function changedBy(shop: FakeShop, resource: string, edit: () => unknown): Promise<readonly unknown[]> {
  shop.clock.advance(MINUTE);
  edit();
  return idsOf(shop, `${resource}?date=1&filter[date_upd]=[${LATER},2030-01-01 00:00:00]`);
}

async function quantity(shop: FakeShop, productId: number, combinationId = 0): Promise<unknown> {
  const [row] = await records(
    shop,
    `stock_availables?filter[id_product]=[${productId}]&filter[id_product_attribute]=[${combinationId}]&display=[quantity]`,
  );
  return row?.['quantity'];
}

describe('What is done to the fake shop', () => {
  describe('moves date_upd of an order', () => {
    const edits: readonly (readonly [string, (shop: FakeShop, order: number) => unknown])[] = [
      ['when its state changes', ({ edits }, id) => edits.setState(id, 'counter')],
      ['when it is cancelled', ({ edits }, id) => edits.cancel(id)],
      ['when it is edited', ({ edits }, id) => edits.editOrder(id, { note: 'ring twice' })],
      ['when a line is added', ({ edits }, id) => edits.addRow(id, { productId: 2, quantity: 1 })],
      ['when a line is removed', ({ db, edits }, id) => edits.removeRow(id, db.orders.need(id).rows[0]?.id ?? 0)],
      ['when a quantity changes', ({ db, edits }, id) => edits.setQuantity(id, db.orders.need(id).rows[0]?.id ?? 0, 9)],
    ];
    for (const [title, edit] of edits) {
      it(title, () => within({}, async (shop) => expect(await changedBy(shop, 'orders', () => edit(shop, 7))).to.deep.equal([7])));
    }

    it('and of none when an address, a customer or a product of it changes', () =>
      within({}, async (shop) => {
        const { customerId, deliveryAddressId, rows } = shop.db.orders.need(7);
        const edit = () => {
          shop.edits.editAddress(deliveryAddressId, { city: 'Rome' });
          shop.edits.editCustomer(customerId, { lastName: 'Married' });
          shop.edits.editProduct(rows[0]?.productId ?? 0, { price: 1 });
        };
        expect(await changedBy(shop, 'orders', edit)).to.deep.equal([]);
      }));
  });

  describe('moves date_upd of a product', () => {
    it('when the product is edited', () =>
      within({}, async (shop) => {
        expect(await changedBy(shop, 'products', () => shop.edits.editProduct(1, { price: 5_000_000 }))).to.deep.equal([1]);
        expect(await records(shop, 'products?filter[id]=[1]&display=[price]')).to.deep.equal([{ price: '5.000000' }]);
      }));

    it('and not when its combinations, its stock, its suppliers, its maker or its tax change, or it is ordered', () =>
      within({}, async (shop) => {
        const [combination] = shop.db.combinations.group(1);
        const edit = () => {
          shop.edits.editCombination(combination?.id ?? 0, { priceImpact: 1_000_000 });
          shop.edits.setStock(1, combination?.id ?? 0, 5);
          shop.edits.addProductSupplier({ productId: 1, combinationId: 0, supplierId: 1, reference: 'x', price: 1, currencyId: 0 });
          shop.edits.renameVendor('manufacturer', 1, 'Renamed');
          shop.edits.setTaxRate(1, 21_000);
          shop.edits.placeOrder({ lines: [{ productId: 1, quantity: 1 }] });
        };
        expect(await changedBy(shop, 'products', edit)).to.deep.equal([]);
      }));

    it('in what is shown alone, when only the table of the shop was written', () =>
      within({}, async (shop) => {
        expect(await changedBy(shop, 'products', () => shop.edits.moveShownDate(1))).to.deep.equal([]);
        expect(await records(shop, 'products?filter[id]=[1]&display=[date_upd]')).to.deep.equal([{ date_upd: LATER }]);
      }));
  });

  it('moves the dates of vendors, categories, customers and addresses for themselves', () =>
    within({}, async (shop) => {
      expect(await changedBy(shop, 'suppliers', () => shop.edits.renameVendor('supplier', 2, 'Clash & Daughters'))).to.deep.equal([2]);
      expect(await idsOf(shop, `manufacturers?date=1&filter[date_upd]=>[${LATER}]`)).to.deep.equal([]);
      expect(await changedBy(shop, 'categories', () => shop.edits.editCategory(3, { name: ['Cooking', 'Cuisine'] }))).to.deep.equal([3]);
      expect(await changedBy(shop, 'customers', () => shop.edits.editCustomer(4, { company: 'ACME' }))).to.deep.equal([4]);
    }));

  it('keeps an address that an order uses, marked as deleted, beside the new one', () =>
    within({}, async (shop) => {
      const { deliveryAddressId: old, customerId } = shop.db.orders.need(1);
      const next = shop.edits.editAddress(old, { city: 'Rome' });
      const rows = await records(
        shop,
        `addresses?filter[id_customer]=[${customerId}]&filter[id]=[${old}|${next}]&display=[id,city,deleted]`,
      );
      expect(rows.map(({ id, deleted }) => [id, deleted])).to.deep.equal([
        [old, '1'],
        [next, '0'],
      ]);
      expect(rows[1]).to.include({ city: 'Rome' });
    }));

  it('takes what is ordered from the stock, of the product and of its combination, and gives back what is cancelled', () =>
    within({}, async (shop) => {
      const combination = shop.db.combinations.group(1)[0]?.id ?? 0;
      const before = [await quantity(shop, 1), await quantity(shop, 1, combination)].map(Number);
      const id = shop.edits.placeOrder({ lines: [{ productId: 1, combinationId: combination, quantity: 3 }] });
      expect([await quantity(shop, 1), await quantity(shop, 1, combination)]).to.deep.equal(before.map((each) => each - 3));
      shop.edits.cancel(id);
      expect([await quantity(shop, 1), await quantity(shop, 1, combination)]).to.deep.equal(before);
    }));

  it('leaves lines and stock of a deleted product behind', () =>
    within({}, async (shop) => {
      const id = shop.edits.placeOrder({ lines: [{ productId: 1, quantity: 1 }] });
      shop.edits.deleteProduct(1);
      expect((await read(shop, 'products/1')).status).to.equal(404);
      expect(await idsOf(shop, 'combinations?filter[id_product]=[1]')).to.deep.equal([]);
      expect(await idsOf(shop, 'stock_availables?filter[id_product]=[1]')).not.to.deep.equal([]);
      const [line] = await records(shop, `order_details?filter[id_order]=[${id}]&display=[product_id]`);
      expect(line).to.deep.equal({ product_id: 1 });
    }));

  it('keeps the ids of lines that stay, and writes an order into its history', () =>
    within({}, async (shop) => {
      const id = shop.edits.placeOrder({ lines: [1, 2, 3].map((productId) => ({ productId, quantity: 1 })), state: 'bankwire' });
      const lines = () => idsOf(shop, `order_details?filter[id_order]=[${id}]&display=full`);
      const [first, second, third] = (await lines()) as readonly number[];
      shop.edits.removeRow(id, second ?? 0);
      shop.edits.setQuantity(id, third ?? 0, 4);
      const added = shop.edits.addRow(id, { productId: 4, quantity: 1 });
      expect(await lines()).to.deep.equal([first, third, added]);
      shop.edits.setState(id, 'shipped');
      expect(await idsOf(shop, `order_histories?filter[id_order]=[${id}]`)).to.have.length(2);
      const [order] = await records(shop, `orders?filter[id]=[${id}]&display=full`);
      expect(order).to.include({ shipping_number: `TRACK${id}`, valid: '1' });
    }));

  it('forgets the zone: the hour that the clocks repeat is written twice', () =>
    within({ orders: 0 }, async (shop) => {
      for (const instant of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-03-29T01:30:00Z']) {
        shop.clock.set(new Date(instant));
        shop.edits.placeOrder({ lines: [] });
      }
      const dates = (await records(shop, 'orders?display=[date_add]')).map((order) => order['date_add']);
      expect(dates).to.deep.equal(['2026-10-25 02:30:00', '2026-10-25 02:30:00', '2026-03-29 03:30:00']);
    }));

  it('makes the same shop for the same seed, with guests who share addresses, carts of several orders, drafts and dead customers', async () => {
    const texts: string[] = [];
    for (const seed of [1, 1, 2]) {
      await within({ orders: 600, seed }, async (shop) => {
        texts.push((await read(shop, 'orders?display=full')).text);
        if (seed === 2) return;
        const emails = (await records(shop, 'customers?filter[is_guest]=[1]&display=[email]')).map(({ email }) => email);
        expect(new Set(emails).size).to.be.lessThan(emails.length);
        const references = (await records(shop, 'orders?display=[reference]')).map(({ reference }) => reference);
        expect(new Set(references).size).to.be.lessThan(references.length);
        expect(await idsOf(shop, 'products?filter[state]=[0]')).not.to.deep.equal([]);
        const [orphan] = await records(shop, 'orders?filter[id]=[500]&display=[id_customer]');
        expect((await read(shop, `customers/${orphan?.['id_customer']}`)).status).to.equal(404);
      });
    }
    expect(texts[0]).to.equal(texts[1]).and.not.equal(texts[2]);
  });
});
