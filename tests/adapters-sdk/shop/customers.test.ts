import type { ShopCustomer } from '@comptoir/core/shop-sync/shop-records.js';
import { expect } from 'chai';
import { answer, aSmallShop, errors, type SmallShop, type Visit, visiting } from './small-shop.js';
import { aCustomer, anAddress, aShopsTables } from './tables.js';

describe('customers of a shop', () => {
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

  const read = () => visit.gateway.customers(['7'], signal);

  async function customerWith(changes: Record<string, unknown>): Promise<ShopCustomer | undefined> {
    shop.tables['customers'] = [aCustomer(changes)];
    return (await read()).records[0];
  }

  it('are read whole, and nothing of their passwords and tokens', async () => {
    const result = await read();
    expect(result.records).to.deep.equal([
      {
        externalId: '7',
        updatedAt: new Date('2026-07-02T07:30:15Z'),
        email: 'ada@example.org',
        firstName: 'Ada',
        lastName: 'Lovelace',
        company: null,
        registration: null,
        vatNumber: null,
        phone: '0600000000',
        language: 'fr',
        birthday: '1815-12-10',
        guest: false,
        active: true,
        newsletter: true,
        createdAt: new Date('2026-01-01T07:00:00Z'),
        addresses: [
          {
            externalId: '4',
            label: 'Maison',
            name: null,
            company: null,
            line1: '1 rue de la Paix',
            line2: null,
            postcode: '75002',
            city: 'Paris',
            country: 'FR',
            phone: '0600000000',
          },
        ],
        deleted: false,
      },
    ]);
    expect(JSON.stringify(result) + visit.logged.join()).not.to.include('never-seen');
  });

  it('leave out addresses that were deleted, and take company and VAT number of one that was not', async () => {
    shop.tables['addresses'] = [
      anAddress({ id: 6, company: 'Analytique', vat_number: 'FR123', firstname: 'Charles' }),
      anAddress({ id: 5, deleted: '1', vat_number: 'FR000' }),
    ];
    const customer = (await read()).records[0];
    expect(customer).to.include({ company: 'Analytique', vatNumber: 'FR123' });
    expect(customer?.addresses.map(({ externalId, name }) => [externalId, name])).to.deep.equal([['6', 'Charles Lovelace']]);
  });

  it('have no birthday and no address for mail where the shop has none that can be one', async () => {
    expect(await customerWith({ birthday: '0000-00-00', email: 'anonymous' })).to.include({ birthday: null, email: null });
    expect(await customerWith({ birthday: null, email: null })).to.include({ birthday: null, email: null });
  });

  it('that were deleted softly are read, and say so', async () => {
    expect(await customerWith({ deleted: 1, is_guest: 1, active: 0 })).to.include({ deleted: true, guest: true, active: false });
  });

  it('go without addresses that may not be read', async () => {
    shop.trap = ({ resource }, response) => resource === 'addresses' && answer(response, 401, errors(26));
    expect((await read()).records[0]?.addresses).to.deep.equal([]);
  });

  it('with a birthday that no calendar has are faulty', async () => {
    shop.tables['customers'] = [aCustomer({ birthday: '2001-02-30' })];
    expect((await read()).faulty).to.deep.equal([{ externalId: '7', reason: 'The field birthday is no date.' }]);
  });
});

describe('vendors and categories of a shop', () => {
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

  it('keep suppliers and manufacturers of the same number apart', async () => {
    const updatedAt = new Date('2026-03-01T09:00:00Z');
    expect(await visit.gateway.vendors(signal)).to.deep.equal([
      { externalId: '3', updatedAt, type: 'supplier', name: 'Grossiste', active: true },
      { externalId: '3', updatedAt, type: 'manufacturer', name: 'Atelier', active: false },
    ]);
  });

  it('fail as a whole when one cannot be read: whoever is missing would be taken for deleted', async () => {
    shop.trap = ({ resource, query }, response) => resource === 'suppliers' && query.has('display') && answer(response, 500, errors(3));
    const fault = await visit.gateway.vendors(signal).catch((error: unknown) => error);
    expect(fault).to.include({ kind: 'unusable' });
  });

  it('come as a tree without its roots, parents first', async () => {
    const categories = await visit.gateway.categories(signal);
    expect(categories.map(({ externalId, parentId, name }) => [externalId, parentId, name])).to.deep.equal([
      ['8', null, 'Table'],
      ['9', '8', 'Tasses'],
    ]);
  });

  it('come under the root when they are their own descendants', async () => {
    for (const category of shop.tables['categories'] ?? []) if (category['id'] === 8) category['id_parent'] = '9';
    const categories = await visit.gateway.categories(signal);
    expect(categories.map(({ externalId, parentId }) => [externalId, parentId]).sort()).to.deep.equal([
      ['8', null],
      ['9', null],
    ]);
  });

  it('are none in an empty shop', async () => {
    Object.assign(shop.tables, { suppliers: [], manufacturers: [], categories: [] });
    expect(await visit.gateway.vendors(signal)).to.deep.equal([]);
    expect(await visit.gateway.categories(signal)).to.deep.equal([]);
  });
});
