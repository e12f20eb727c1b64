import { postalAddress } from '@comptoir/core/kit/postal-address.js';
import type { ShopRead } from '@comptoir/core/shop-sync/shop-gateway.js';
import type { ShopOrder } from '@comptoir/core/shop-sync/shop-records.js';
import { expect } from 'chai';
import { answer, aSmallShop, errors, type SmallShop, type Trap, type Visit, visiting } from './small-shop.js';
import { anAddress, anOrder, anOrderRow, aShopsTables } from './tables.js';

describe('orders of a shop', () => {
  const signal = new AbortController().signal;
  let shop: SmallShop;
  let visit: Visit;

  beforeEach(async () => {
    shop = await aSmallShop(aShopsTables());
    visit = visiting(shop.url);
  });
  afterEach(async () => {
    await visit.gateways.close();
    await shop.close();
  });

  const read = (): Promise<ShopRead<ShopOrder>> => visit.gateway.orders(['1'], signal);

  async function orderWith(changes: Record<string, unknown>): Promise<ShopOrder> {
    shop.tables['orders'] = [anOrder(changes)];
    const { records, faulty } = await read();
    const [order] = records;
    if (order === undefined) throw new Error(faulty[0]?.reason ?? 'gone');
    return order;
  }

  async function reasonOf(changes: Record<string, unknown>): Promise<string | undefined> {
    shop.tables['orders'] = [anOrder(changes)];
    return (await read()).faulty[0]?.reason;
  }

  const withRow = (changes: Record<string, unknown>) => ({ associations: { order_rows: [anOrderRow(changes)] } });

  it('are read whole', async () => {
    const { records, gone, faulty } = await read();
    expect({ gone, faulty }).to.deep.equal({ gone: [], faulty: [] });
    const address = {
      name: 'Ada Lovelace',
      company: null,
      line1: '1 rue de la Paix',
      line2: null,
      postcode: '75002',
      city: 'Paris',
      country: 'FR',
      phone: '0600000000',
    };
    expect(records).to.deep.equal([
      {
        externalId: '1',
        updatedAt: new Date('2026-07-02T07:30:15Z'),
        reference: 'XKBKNABJK',
        state: { id: '2', name: 'Paiement accepté', phase: 'paid' },
        placedAt: new Date('2026-07-01T10:00:00Z'),
        customerId: '7',
        currency: 'EUR',
        lines: [
          {
            externalId: '11',
            productId: '5',
            combinationId: null,
            name: 'Tasse',
            sku: 'T-1',
            quantity: 2,
            unitPriceCents: 1195,
            taxBasisPoints: 2000,
          },
        ],
        shipping: { amountCents: 600, taxBasisPoints: 2000 },
        wrapping: null,
        discountCents: 150,
        totalCents: 2840,
        paidCents: 2840,
        billingAddress: address,
        deliveryAddress: address,
        paymentName: 'Carte',
        carrierName: 'Colissimo',
        trackingNumber: null,
        note: null,
        verbatim: {
          total_discounts_tax_incl: '1.500000',
          total_paid: '28.400000',
          total_paid_tax_incl: '28.400000',
          total_paid_real: '28.400000',
          total_shipping: '6.000000',
          total_shipping_tax_incl: '6.000000',
          total_shipping_tax_excl: '5.000000',
          carrier_tax_rate: '20.000',
          total_wrapping: '0.000000',
          total_wrapping_tax_incl: '0.000000',
          total_wrapping_tax_excl: '0.000000',
          round_mode: '2',
        },
      },
    ]);
  });

  it('are the same when numbers are numbers, as of version 8, and names have several languages', async () => {
    const [asText] = (await read()).records;
    shop.tables['orders'] = [
      anOrder({
        id_customer: 7,
        current_state: 2,
        id_currency: 1,
        id_carrier: 2,
        valid: true,
        note: null,
        shipping_number: false,
        ...withRow({ id: 11, product_id: 5, product_attribute_id: 0, product_quantity: 2 }),
      }),
    ];
    shop.tables['order_details'] = [{ id: 11, id_order: 1, associations: { taxes: [{ id: 1 }] } }];
    shop.tables['order_states'] = [
      {
        id: 2,
        paid: 1,
        name: [
          { id: '2', value: 'Paid' },
          { id: 1, value: 'Paiement accepté' },
        ],
      },
    ];
    const again = visiting(shop.url);
    expect((await again.gateway.orders(['1'], signal)).records).to.deep.equal([asText]);
    await again.gateways.close();
  });

  it('that changed in the hour that a clock repeats do not say when: of two such changes the later may look older', async () => {
    expect(await orderWith({ date_upd: '2026-10-25 02:30:00' })).to.include({ updatedAt: null });
    expect((await orderWith({ date_add: '2026-10-25 02:30:00' })).placedAt).to.deep.equal(new Date('2026-10-25T00:30:00Z'));
  });

  it('are the same in whatever order the shop lists what belongs to them', async () => {
    const rows = [anOrderRow(), anOrderRow({ id: '9' }), anOrderRow({ id: '101' })];
    for (const order_rows of [rows, [...rows].reverse()]) {
      const { lines } = await orderWith({ associations: { order_rows } });
      expect(lines.map(({ externalId }) => externalId)).to.deep.equal(['9', '11', '101']);
    }
  });

  it('are cancelled while their payment has failed: the shop puts their goods back', async () => {
    expect((await orderWith({ current_state: '8' })).state.phase).to.equal('cancelled');
  });

  it('have the phase of what the shop is set to, then of the flags of the state', async () => {
    const phases: string[] = [];
    for (const current_state of ['1', '2', '3', '4', '5', '6', '20']) phases.push((await orderWith({ current_state })).state.phase);
    expect(phases).to.deep.equal(['awaiting', 'paid', 'preparing', 'shipped', 'delivered', 'cancelled', 'shipped']);
  });

  it('in a state that was deleted are as far as they say themselves', async () => {
    expect((await orderWith({ current_state: '99' })).state).to.deep.equal({ id: '99', name: '#99', phase: 'paid' });
    expect((await orderWith({ current_state: '99', valid: '0' })).state.phase).to.equal('awaiting');
  });

  it('are read where the shop cancels with another state than most', async () => {
    const cancelled = shop.tables['configurations']?.find(({ name }) => name === 'PS_OS_CANCELED');
    if (cancelled !== undefined) cancelled['value'] = '5';
    expect((await orderWith({ current_state: '5' })).state.phase).to.equal('cancelled');
    expect((await orderWith({ current_state: '6' })).state.phase).to.equal('awaiting');
  });

  it('are not read where the shop does not say which state is the cancelled one', async () => {
    shop.tables['configurations'] = shop.tables['configurations']?.filter(({ name }) => name !== 'PS_OS_CANCELED') ?? [];
    const fault = await faultOf(read());
    expect(fault).to.include({ kind: 'unusable' });
    expect(fault.message).to.include('PS_OS_CANCELED');
  });

  it('name no customer who is gone, and no address that is gone', async () => {
    shop.tables['customers'] = [];
    shop.tables['addresses'] = [];
    expect((await read()).records[0]).to.include({ customerId: null, billingAddress: null, deliveryAddress: null });
  });

  it('keep products and lines that are dead, and orders without lines', async () => {
    expect((await orderWith(withRow({ product_id: '404' }))).lines[0]).to.include({ productId: '404' });
    expect((await orderWith({ associations: undefined })).lines).to.deep.equal([]);
    expect((await orderWith({ associations: { order_rows: '' } })).lines).to.deep.equal([]);
  });

  it('keep the same product twice: lines are told apart by their own numbers', async () => {
    const order = await orderWith({ associations: { order_rows: [anOrderRow(), anOrderRow({ id: '12' })] } });
    expect(order.lines.map(({ externalId, productId }) => [externalId, productId])).to.deep.equal([
      ['11', '5'],
      ['12', '5'],
    ]);
  });

  it('have no tax where the price is the same with it, an unknown one where nothing says it', async () => {
    shop.tables['order_details'] = [];
    const taxOf = async (incl: string, excl: string) =>
      (await orderWith(withRow({ unit_price_tax_incl: incl, unit_price_tax_excl: excl }))).lines[0]?.taxBasisPoints;
    expect(await taxOf('12.000000', '12.000000')).to.equal(0);
    expect(await taxOf('12.000000', '10.000000')).to.equal(null);
    expect(await taxOf('0.000000', '0.000000')).to.equal(null);
  });

  it('add several taxes of one line, and know none where one of them is unknown', async () => {
    shop.tables['order_details'] = [{ id: 11, id_order: '1', associations: { taxes: [{ id: '1' }, { id: '2' }] } }];
    expect((await read()).records[0]?.lines[0]?.taxBasisPoints).to.equal(2550);
    shop.tables['order_details'] = [{ id: 11, id_order: '1', associations: { taxes: [{ id: '1' }, { id: '77' }] } }];
    expect((await read()).records[0]?.lines[0]?.taxBasisPoints).to.equal(null);
  });

  it('know no tax of a delivery whose rate is 0 beside amounts that differ', async () => {
    expect((await orderWith({ carrier_tax_rate: '0.000' })).shipping).to.deep.equal({ amountCents: 600, taxBasisPoints: null });
    expect((await orderWith({ carrier_tax_rate: '0.000', total_shipping_tax_excl: '6.000000' })).shipping?.taxBasisPoints).to.equal(0);
  });

  it('carry nothing when there is no carrier, and something when it is free', async () => {
    const free = { total_shipping: '0.000000', total_shipping_tax_incl: '0.000000', total_shipping_tax_excl: '0.000000' };
    expect((await orderWith({ ...free, id_carrier: '0' })).shipping).to.equal(null);
    expect((await orderWith(free)).shipping).to.deep.equal({ amountCents: 0, taxBasisPoints: 2000 });
  });

  it('round totals half away from zero', async () => {
    expect(await orderWith({ total_paid_tax_incl: '28.405000', total_paid_real: '1.115' })).to.include({
      totalCents: 2841,
      paidCents: 112,
    });
  });

  it('say what the gift card says, and who carries when that is the shop itself', async () => {
    shop.tables['carriers'] = [{ id: 2, name: '0' }];
    const order = await orderWith({ note: 'Sonnez\r\ndeux fois', gift_message: 'Bravo' });
    expect(order).to.include({ note: 'Sonnez\ndeux fois\nBravo', carrierName: 'La Boutique' });
  });

  it('hold addresses as they may be kept, however long or empty they were', async () => {
    const address1 = `${'é'.repeat(119)}🌻`;
    shop.tables['states'] = [{ id: 3, iso_code: 'NY' }];
    shop.tables['addresses'] = [
      anAddress({
        address1,
        postcode: '',
        city: 'New\u0000 York',
        id_state: '3',
        id_country: '999',
        company: 'x'.repeat(200),
        phone_mobile: '0',
      }),
    ];
    const address = (await read()).records[0]?.deliveryAddress;
    expect(postalAddress.safeParse(address).success).to.equal(true);
    expect(address).to.include({ line1: 'é'.repeat(119), postcode: '-', city: 'New  York, NY', country: 'ZZ', phone: null });
  });

  it('that make no sense are faulty, by the name of the field and nothing of what is in it', async () => {
    const cases: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ total_paid_tax_incl: 'Ada' }, 'total_paid_tax_incl'],
      [{ total_paid_real: null }, 'total_paid_real'],
      [{ total_shipping_tax_incl: '1e9' }, 'total_shipping_tax_incl'],
      [{ total_paid_tax_incl: '99999999999999.00' }, 'total_paid_tax_incl'],
      [{ date_add: '0000-00-00 00:00:00' }, 'date_add'],
      [{ date_add: '2026-02-31 10:00:00' }, 'date_add'],
      [{ date_upd: 'Ada' }, 'date_upd'],
      [{ current_state: '0' }, 'current_state'],
      [{ id_currency: '77' }, 'id_currency'],
      [{ id_customer: 'Ada' }, 'id_customer'],
      [withRow({ product_quantity: '0' }), 'product_quantity'],
      [withRow({ product_quantity: '-1' }), 'product_quantity'],
      [withRow({ product_quantity: '1.5' }), 'product_quantity'],
      [withRow({ product_quantity: '99999999999' }), 'product_quantity'],
      [withRow({ product_name: '' }), 'product_name'],
      [withRow({ unit_price_tax_incl: '12,50' }), 'unit_price_tax_incl'],
      [withRow({ id: null }), 'id'],
      [{ associations: { order_rows: 'Ada' } }, 'order_rows'],
    ];
    for (const [changes, field] of cases) {
      const reason = await reasonOf(changes);
      expect(reason, field).to.include(field);
      expect(reason).not.to.include('Ada');
    }
  });

  it('keep the others of a chunk when one makes no sense, its details included', async () => {
    shop.tables['orders'] = [1, 2, 3].map((id) => anOrder({ id }));
    shop.tables['order_details'] = [
      { id: 11, id_order: '1' },
      { id: 'x', id_order: '2' },
      { id: 13, id_order: '3' },
    ];
    const { records, faulty } = await visit.gateway.orders(['1', '2', '3'], signal);
    expect(records.map(({ externalId }) => externalId)).to.deep.equal(['1', '3']);
    expect(faulty.map(({ externalId }) => externalId)).to.deep.equal(['2']);
  });

  it('go without what the key may not read, and ask for it once', async () => {
    const refusing = ['order_details', 'addresses', 'customers', 'carriers', 'taxes'];
    shop.trap = refused(refusing);
    const order = (await read()).records[0];
    expect(order).to.include({ customerId: '7', billingAddress: null, carrierName: null });
    expect(order?.lines[0]?.taxBasisPoints).to.equal(null);
    await read();
    const times = refusing.map((name) => shop.asked.filter(({ resource }) => resource === name).length);
    expect(times).to.deep.equal([1, 1, 1, 1, 0]);
  });

  it('are not read at all where states or settings may not be', async () => {
    for (const resource of ['order_states', 'configurations', 'orders']) {
      const other = visiting(shop.url);
      shop.trap = refused([resource]);
      const fault = await faultOf(other.gateway.orders(['1'], signal));
      expect(fault).to.include({ kind: 'unreadable' });
      expect(fault.message).to.include(resource);
      await other.gateways.close();
    }
  });
});

const refused =
  (resources: readonly string[]): Trap =>
  ({ resource }, response) =>
    resources.includes(resource) && answer(response, 401, errors(26));

function faultOf(work: Promise<unknown>): Promise<Error & { kind?: string }> {
  return work.then(
    () => {
      throw new Error('It was answered.');
    },
    (fault: Error) => fault,
  );
}
