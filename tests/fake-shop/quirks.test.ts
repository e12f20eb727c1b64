import { expect } from 'chai';
import { DIALECTS } from '../support/fake-shop/dialect.js';
import type { FakeShop } from '../support/fake-shop/fake-shop.js';
import { call, codesOf, idsOf, NOW, read, records, within, withKey } from './shop-client.js';

describe('The web service of the fake shop', () => {
  describe('to whom it answers', () => {
    it('tells nobody but Apache when there are no credentials', () =>
      within({}, async (shop) => {
        const { status, text, headers } = await call(shop, 'orders?output_format=JSON');
        expect([status, text]).to.deep.equal([401, '401 Unauthorized']);
        expect(headers.has('psws-version')).to.equal(false);
      }));

    it('refuses empty, malformed and unknown keys by their codes', () =>
      within({}, async (shop) => {
        const codes = async (key: string) => codesOf(await call(shop, 'orders?output_format=JSON', withKey(key)));
        expect(await codes('')).to.deep.equal([17]);
        expect(await codes('short')).to.deep.equal([18]);
        expect(await codes('X'.repeat(32))).to.deep.equal([20, 21]);
        expect((await call(shop, `orders?ws_key=${shop.key}`)).status).to.equal(200);
      }));

    it('refuses a resource that the key may not read, other verbs, and everything when it is off', () =>
      within({}, async (shop) => {
        shop.permit(['orders']);
        const refused = await read(shop, 'products');
        expect([refused.status, codesOf(refused)]).to.deep.equal([401, [26]]);
        const put = await call(shop, 'orders/1?output_format=JSON', withKey(shop.key), 'PUT');
        expect([put.status, codesOf(put)]).to.deep.equal([405, [25]]);
        shop.switchOff(true);
        const off = await read(shop, 'orders');
        expect([off.status, codesOf(off)]).to.deep.equal([503, [22]]);
      }));

    it('says its version and its time to those it knows', () =>
      within({ dialect: '1.7.8' }, async (shop) => {
        const { headers } = await read(shop, 'orders?limit=1');
        expect(headers.get('psws-version')).to.equal('1.7.8.8');
        expect(headers.get('date')).to.equal(NOW.toUTCString());
      }));
  });

  describe('in which format', () => {
    it('speaks XML unless it is asked for JSON, and the header wins over the address', () =>
      within({}, async (shop) => {
        expect((await call(shop, 'orders?limit=1', withKey(shop.key))).text).to.contain('<order id="1"');
        expect((await call(shop, 'orders/1', withKey(shop.key))).text).to.contain('<current_state><![CDATA[');
        const wins = await call(shop, 'orders?limit=1&output_format=XML', { ...withKey(shop.key), 'Io-Format': 'JSON' });
        expect(wins.json).to.deep.equal({ orders: [{ id: 1 }] });
      }));

    it('lists resources at its root: in JSON as names, or not at all since 8', async () => {
      await within({ dialect: '1.7.8' }, async (shop) => expect((await read(shop, '')).json).to.include('order_details'));
      await within({ dialect: '8' }, async (shop) => {
        const root = await read(shop, '');
        expect([root.status, root.text]).to.deep.equal([500, '']);
        shop.permit(['orders']);
        expect((await call(shop, '', withKey(shop.key))).text)
          .to.contain('<orders ')
          .and.not.contain('<products ');
      });
    });

    it('answers HEAD without a body', () =>
      within({}, async (shop) => {
        const head = await call(shop, 'orders', withKey(shop.key), 'HEAD');
        expect([head.status, head.text]).to.deep.equal([200, '']);
        expect(head.headers.get('psws-version')).to.equal('8.1.7');
      }));
  });

  describe('the shapes of its answers', () => {
    it('lists ids, records under a plural, a detail under a singular, and nothing as a bare list', () =>
      within({}, async (shop) => {
        expect((await read(shop, 'orders?limit=2')).json).to.deep.equal({ orders: [{ id: 1 }, { id: 2 }] });
        expect((await read(shop, 'orders/1')).json).to.have.nested.property('order.id', 1);
        expect((await read(shop, 'orders?filter[id]=[99999]&display=full')).text).to.equal('[]');
        expect((await read(shop, 'zones')).text).to.equal('[]');
      }));

    it('answers for a record that is not there with 404 and nothing', () =>
      within({}, async (shop) => {
        const { status, text, headers } = await read(shop, 'orders/99999');
        expect([status, text, headers.has('content-type')]).to.deep.equal([404, '', false]);
      }));

    it('loses what is falsy in details since 8, and never in lists', async () => {
      const shown = async (shop: FakeShop) => [
        (await read(shop, 'products/1')).json,
        (await records(shop, 'products?filter[id]=[1]&display=full'))[0],
      ];
      await within({ dialect: '8' }, async (shop) => {
        const [detail, listed] = await shown(shop);
        expect(detail).to.have.property('product').that.does.not.have.any.keys('quantity', 'isbn', 'new', 'cache_is_pack');
        expect(detail).to.have.nested.property('product.depth', '0.000000');
        expect(listed).to.include({ quantity: '0', isbn: '', new: null, cache_is_pack: '0' });
      });
      await within({ dialect: '1.7.8' }, async (shop) => expect((await shown(shop))[0]).to.have.nested.property('product.quantity', '0'));
    });

    it('turns a detail with display into a list of its id alone', () =>
      within({}, async (shop) =>
        expect((await read(shop, 'orders/1?display=[id,reference]')).json).to.deep.equal({ orders: [{ id: 1 }] }),
      ));

    it('writes columns of whole numbers as texts, and as numbers since 8; flags and decimals stay texts', async () => {
      for (const dialect of DIALECTS) {
        await within({ dialect }, async (shop) => {
          const [order] = await records(shop, 'orders?display=full&limit=1');
          const type = dialect === '8' || dialect === '9' ? 'number' : 'string';
          expect(order?.['id'], dialect).to.be.a('number');
          expect(order?.['id_customer'], dialect).to.be.a(type);
          expect(order, dialect).to.have.nested.property('associations.order_rows[0].product_attribute_id').that.is.a(type);
          expect(order?.['gift'], dialect).to.be.a('string');
          expect(order?.['total_paid'], dialect).to.match(/^\d+\.\d{6}$/);
        });
      }
    });

    it('writes texts of several languages as a list, of one language or of one that is asked for plainly', async () => {
      const name = async (shop: FakeShop, more: string) =>
        (await records(shop, `categories?filter[id]=[2]&display=[name]${more}`))[0]?.['name'];
      await within({ dialect: '1.6' }, async (shop) => {
        expect(await name(shop, '')).to.deep.equal([
          { id: 1, value: 'Home' },
          { id: 2, value: 'Accueil' },
        ]);
        expect(await name(shop, '&language=2')).to.equal('Accueil');
      });
      await within({ languages: 1 }, async (shop) => expect(await name(shop, '')).to.equal('Home'));
    });

    it('leaves out what hangs on nothing', () =>
      within({}, async (shop) => {
        const id = shop.edits.placeOrder({ lines: [] });
        const [order] = await records(shop, `orders?filter[id]=[${id}]&display=full`);
        expect(order).not.to.have.property('associations');
      }));

    it('always shows a product as sold out, and its bundle as its lineage does', async () => {
      const bundle = async (shop: FakeShop) => (await records(shop, 'products?filter[id]=[25]&display=full'))[0];
      await within({ dialect: '1.6' }, async (shop) => {
        expect(await bundle(shop)).to.include({ quantity: '0', type: 'pack', ean13: '0', id_default_combination: 0 });
        expect(await bundle(shop))
          .to.have.nested.property('associations.product_bundle[1].combination_id')
          .that.is.a('string');
      });
      await within({ dialect: '8' }, async (shop) => {
        const parts = (await bundle(shop))?.['associations'] as { product_bundle: readonly { id: number; id_product_attribute: number }[] };
        expect(parts.product_bundle[0]).to.include({ id_product_attribute: 0 });
        expect(parts.product_bundle[1]?.id).to.equal(parts.product_bundle[2]?.id);
        expect(parts.product_bundle[1]?.id_product_attribute).not.to.equal(parts.product_bundle[2]?.id_product_attribute);
      });
    });

    it('numbers its states by lineage, and writes zero dates', async () => {
      for (const [dialect, cancelled] of [
        ['1.6', '5'],
        ['9', '6'],
      ] as const) {
        await within({ dialect }, async (shop) => {
          const [setting] = await records(shop, 'configurations?filter[name]=[PS_OS_CANCELED|PS_NONE]&display=[name,value]');
          expect(setting).to.deep.equal({ name: 'PS_OS_CANCELED', value: cancelled });
          const id = shop.edits.placeOrder({ lines: [{ productId: 1, quantity: 1 }], state: 'bankwire' });
          shop.edits.cancel(id);
          const [order] = await records(shop, `orders?filter[id]=[${id}]&display=[current_state,invoice_date]`);
          expect([String(order?.['current_state']), order?.['invoice_date']]).to.deep.equal([cancelled, '0000-00-00 00:00:00']);
        });
      }
    });

    it('numbers suppliers and manufacturers apart, with one company in both', () =>
      within({}, async (shop) => {
        const names = async (resource: string) =>
          (await records(shop, `${resource}?display=[id,name]`)).map(({ id, name }) => `${id} ${name}`);
        expect(await names('manufacturers')).to.include.members(['1 Studio Design', '3 Clash & Sons']);
        expect(await names('suppliers')).to.include.members(['1 Fashion supplier', '2 Clash & Sons']);
      }));

    it('leads from a product over tax rules to a rate, where its group has a rule for the country', () =>
      within({ dialect: '9' }, async (shop) => {
        const [rule] = await records(shop, 'tax_rules?filter[id_tax_rules_group]=[2]&filter[id_country]=[8]&display=full');
        expect(await records(shop, `taxes?filter[id]=[${rule?.['id_tax']}]&display=[rate]`)).to.deep.equal([{ rate: '5.500' }]);
        expect((await read(shop, 'tax_rules?filter[id_tax_rules_group]=[4]&filter[id_country]=[8]')).text).to.equal('[]');
      }));
  });

  describe('its filters', () => {
    it('takes one value, several, a range of two, and mistakes a list with commas for its first value', () =>
      within({}, async (shop) => {
        expect(await idsOf(shop, 'orders?filter[id]=[3]')).to.deep.equal([3]);
        expect(await idsOf(shop, 'orders?filter[id]=3')).to.deep.equal([3]);
        expect(await idsOf(shop, 'orders?filter[id]=[5|1|999999]')).to.deep.equal([1, 5]);
        expect(await idsOf(shop, 'orders?filter[id]=[2,4]')).to.deep.equal([2, 3, 4]);
        expect(await idsOf(shop, 'orders?filter[id]=[4,2]')).to.deep.equal([2, 3, 4]);
        expect(await idsOf(shop, 'orders?filter[id]=[1,3,5]')).to.deep.equal([1]);
      }));

    it('compares with > and <, excludes with !, searches with %, and leaves out what it does not know', () =>
      within({}, async (shop) => {
        expect(await idsOf(shop, 'orders?filter[id]=>[38]')).to.deep.equal([39, 40]);
        expect(await idsOf(shop, 'orders?filter[id]=<[3]')).to.deep.equal([1, 2]);
        expect(await idsOf(shop, 'orders?filter[id]=<=[3]')).to.have.length(40);
        expect(await idsOf(shop, 'orders?filter[id]=![1|2]')).to.have.length(38);
        expect(await idsOf(shop, 'suppliers?filter[name]=%25[clash]%25')).to.deep.equal([2]);
      }));

    it('refuses what is no column, what is reckoned, and nothing at all', async () => {
      for (const [dialect, status] of [
        ['8', 400],
        ['9', 500],
      ] as const) {
        await within({ dialect }, async (shop) => {
          const refused = async (path: string) => {
            const answer = await read(shop, path);
            return [answer.status, ...codesOf(answer)];
          };
          expect(await refused('orders?filter[nope]=[1]')).to.deep.equal([status, 32]);
          expect(await refused('products?filter[quantity]=[1]')).to.deep.equal([status, 34]);
          expect(await refused('products?filter[manufacturer_name]=[x]')).to.deep.equal([status, 34]);
          expect(await refused('orders?filter[id]=')).to.deep.equal([status, 33]);
          expect(await refused('orders?display=[nope]')).to.deep.equal([status, 35]);
          expect(await refused('orders?display=nope')).to.deep.equal([status, 36]);
          expect(await refused('orders?sort=[id]')).to.deep.equal([status, 37]);
          expect(await refused('orders?sort=[date_upd_ASC]')).to.deep.equal([status, 38]);
          expect(await refused('orders?limit=1,2,3')).to.deep.equal([status, 39]);
          expect(await refused('ordersx')).to.deep.equal([status, 27]);
        });
      }
    });

    it('knows dates only with date=1, and fails over them where a table has none', () =>
      within({ dialect: '1.6' }, async (shop) => {
        const window = 'filter[date_upd]=[2026-01-01 00:00:00,2027-01-01 00:00:00]';
        expect(codesOf(await read(shop, `orders?${window}`))).to.deep.equal([32]);
        expect(await idsOf(shop, `orders?date=1&${window}`)).to.have.length(40);
        const failed = await read(shop, `stock_availables?date=1&${window}`);
        expect([failed.status, codesOf(failed)]).to.deep.equal([500, [undefined]]);
        expect((await read(shop, 'stock_availables?date=1')).status).to.equal(200);
      }));

    it('takes a day for its midnight, so a range of days misses the last one', () =>
      within({ orders: 0, timezone: 'UTC' }, async (shop) => {
        shop.clock.set(new Date('2026-07-31T12:00:00Z'));
        shop.edits.placeOrder({ lines: [{ productId: 1, quantity: 1 }] });
        expect((await read(shop, 'orders?date=1&filter[date_add]=[2026-07-01,2026-07-31]')).text).to.equal('[]');
        expect(await idsOf(shop, 'orders?date=1&filter[date_add]=[2026-07-01,2026-08-01]')).to.deep.equal([1]);
      }));

    it('shows chosen fields and parts of what hangs on records, and nothing of associations as such', () =>
      within({}, async (shop) => {
        const [product] = await records(shop, 'products?filter[id]=[1]&display=[categories[id],reference,id]');
        expect(product).to.have.all.keys('id', 'reference', 'associations');
        expect(product?.['associations']).to.have.all.keys('categories');
        expect(codesOf(await read(shop, 'products?display=[id,associations[categories]]'))).to.deep.equal([35]);
      }));
  });

  describe('its order and its pages', () => {
    it('takes a count, or an offset and a count, and ignores an offset of its own', () =>
      within({}, async (shop) => {
        expect(await idsOf(shop, 'orders?limit=2')).to.deep.equal([1, 2]);
        expect(await idsOf(shop, 'orders?limit=3,2')).to.deep.equal([4, 5]);
        expect(await idsOf(shop, 'orders?limit=2&offset=10')).to.deep.equal([1, 2]);
      }));

    it('sorts by several fields', () =>
      within({}, async (shop) => {
        const sorted = await idsOf(shop, 'orders?date=1&sort=[date_upd_DESC,id_ASC]');
        expect(sorted)
          .to.have.length(40)
          .and.not.deep.equal(await idsOf(shop, 'orders'));
        expect(await idsOf(shop, 'orders?sort=id_DESC&limit=1')).to.deep.equal([40]);
      }));

    it('sorts to nothing without a word, where MySQL and the shop do not agree', () =>
      within({ sorting: 'empty' }, async (shop) => {
        expect(await read(shop, 'orders?sort=[id_ASC]')).to.include({ status: 200, text: '[]' });
      }));

    it('fails over a name beside an id in the elder lineage', () =>
      within({ dialect: '1.6' }, async (shop) => {
        expect((await read(shop, 'products?sort=[id_ASC,name_ASC]')).status).to.equal(500);
        expect((await read(shop, 'products?sort=[name_ASC]')).status).to.equal(200);
      }));

    it('hands unsorted histories over by their orders', () =>
      within({}, async (shop) => {
        const id = shop.edits.placeOrder({ lines: [{ productId: 1, quantity: 1 }] });
        shop.edits.setState(1, 'counter');
        const orders = (await records(shop, 'order_histories?display=[id_order]')).map((each) => Number(each['id_order']));
        expect(orders.at(-1)).to.equal(id);
        expect(orders).to.deep.equal([...orders].sort((a, b) => a - b));
      }));
  });
});
