import { expect } from 'chai';
import { answer, aSmallShop, errors, type SmallShop, type Visit, visiting } from './small-shop.js';
import { aShopsTables } from './tables.js';

describe('a try of the connection to a shop', () => {
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

  it('tells what the shop is', async () => {
    const probe = await visit.gateway.probe(signal);
    expect(probe).to.include({ version: '1.7.8.8', name: 'La Boutique', timezone: 'Europe/Paris', currency: 'EUR', language: 'fr' });
    expect(probe.unreadable).to.deep.equal([]);
    expect(Math.abs(probe.clockAheadMs)).to.be.below(5_000);
    expect(probe.remarks).to.have.length(1);
    expect(probe.remarks[0]).to.include('not encrypted');
  });

  it('names what the key may not read', async () => {
    shop.trap = ({ resource }, response) => ['taxes', 'carriers'].includes(resource) && answer(response, 401, errors(26));
    expect((await visit.gateway.probe(signal)).unreadable).to.deep.equal(['carriers', 'taxes']);
  });

  it('goes to its end when the settings may not be read', async () => {
    shop.trap = ({ resource }, response) => resource === 'configurations' && answer(response, 401, errors(26));
    const probe = await visit.gateway.probe(signal);
    expect(probe).to.include({ name: null, timezone: 'UTC', currency: 'XXX', language: 'und' });
    expect(probe.unreadable).to.deep.equal(['configurations']);
  });

  it('remarks that the shop cannot sort, whose clock is off and whose zone nobody knows', async () => {
    for (const setting of shop.tables['configurations'] ?? []) if (setting['name'] === 'PS_TIMEZONE') setting['value'] = 'Mars/Olympus';
    shop.trap = ({ query }, response) => {
      response.setHeader('Date', new Date(Date.now() + 600_000).toUTCString());
      return query.has('sort') && answer(response, 200, []);
    };
    const probe = await visit.gateway.probe(signal);
    expect(probe.timezone).to.equal('UTC');
    expect(probe.clockAheadMs).to.be.within(590_000, 610_000);
    for (const word of ['clock', 'sort', 'zone']) expect(probe.remarks.join(' ')).to.include(word);
  });

  it('takes an empty shop for one that can sort', async () => {
    shop.tables['orders'] = [];
    expect((await visit.gateway.probe(signal)).remarks.join()).not.to.include('sort');
  });

  it('fails when the key is not accepted', async () => {
    shop.trap = (_, response) => answer(response, 401, errors(20, 21));
    const fault = await visit.gateway.probe(signal).catch((error: unknown) => error);
    expect(fault).to.include({ kind: 'unauthorized' });
    expect(shop.asked).to.have.length(1);
  });
});
