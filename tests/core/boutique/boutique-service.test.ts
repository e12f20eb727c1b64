import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import { anItem, HOUR_MS, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench, aRestaurant } from '../support.js';
import { aShop, BOL_GRAND, CARAFE, SHOP } from './a-shop.js';

describe('the catalogue of an online shop', () => {
  it('has what is visible by category, with the range of prices, what remains and where to order it', async () => {
    const bench = aBench();
    const { site } = await aShop(bench);
    const { categories, ...shop } = await bench.services.boutique.catalog(site.slug);
    const url = (id: string) => `https://till.example/boutique/${site.slug}/${id}`;
    expect(shop).to.deep.equal({ open: true, slug: site.slug, name: 'Atelier Nord', currency: 'EUR' });
    expect(categories).to.deep.equal([
      {
        id: 'table',
        name: 'Table',
        items: [
          {
            id: 'bol',
            name: 'Bol',
            description: null,
            price: { min: 19, max: 26.5 },
            photo: 'https://till.example/photos/bol.jpg',
            remaining: 5,
            url: url('bol'),
          },
          { id: 'carafe', name: 'Carafe', description: null, price: { min: 39, max: 39 }, photo: null, remaining: 1, url: url('carafe') },
          // Two small bowls and a carafe each: the carafe is what there is least of.
          {
            id: 'coffret',
            name: 'Coffret',
            description: null,
            price: { min: 50, max: 50 },
            photo: null,
            remaining: 1,
            url: url('coffret'),
          },
        ],
      },
      {
        id: null,
        name: null,
        items: [
          {
            id: 'affiche',
            name: 'Affiche',
            description: null,
            price: { min: 15, max: 15 },
            photo: null,
            remaining: null,
            url: url('affiche'),
          },
        ],
      },
    ]);
  });

  it('is closed and empty where no orders are taken, or not now', async () => {
    const bench = aBench();
    const off = await aShop(bench, { features: { ...SITE_DEFAULTS.features, stock: true } });
    const asleep = await aShop(bench, { hours: [{ day: 1, from: '09:00', to: '10:00' }] });
    for (const { site } of [off, asleep]) {
      expect(await bench.services.boutique.catalog(site.slug)).to.deep.include({ open: false, categories: [] });
    }
  });

  it('keeps no count where the shop keeps no stock, and has none left of what is sold out', async () => {
    const bench = aBench();
    const items = [anItem({ id: 'a', manageStock: true }), anItem({ id: 'b', soldOutUntil: new Date(NOON.getTime() + HOUR_MS) })];
    const { site } = await aRestaurant(bench, { ...SHOP, features: { ...SITE_DEFAULTS.features, onlineOrders: true } }, { items });
    const [category] = (await bench.services.boutique.catalog(site.slug)).categories;
    expect(category?.items.map(({ id, remaining }) => [id, remaining])).to.have.deep.members([
      ['a', null],
      ['b', 0],
    ]);
  });

  it('is of shops and museums only', async () => {
    const bench = aBench();
    const restaurant = await aRestaurant(bench);
    const museum = await aRestaurant(bench, { trade: 'museum' });
    for (const slug of [restaurant.site.slug, 'nobody']) {
      expect((await refusalOf(bench.services.boutique.catalog(slug))).code).to.equal('unknown_shop');
      expect((await refusalOf(bench.services.boutique.shopWindow(slug))).code).to.equal('unknown_shop');
    }
    expect((await bench.services.boutique.catalog(museum.site.slug)).name).to.equal(museum.site.name);
  });

  it('has nothing left of what the ledger counts below zero, and all there is of the rest', async () => {
    const bench = aBench();
    const { site, scope } = await aShop(bench);
    for (const unit of [BOL_GRAND, CARAFE]) {
      await bench.services.stock.adjust(scope, unit, { by: -3, reason: 'LOSS', reference: null, note: null });
    }
    const { items } = await bench.services.boutique.shopWindow(site.slug);
    expect(items.map(({ id, available, remaining }) => [id, available, remaining])).to.deep.equal([
      ['bol', true, 5],
      ['carafe', false, 0],
      ['affiche', true, null],
      ['coffret', false, 0],
    ]);
    expect(items[0]?.variants.map(({ remaining }) => remaining)).to.deep.equal([5, 0]);
  });

  it('shows its own page the variants too, and nothing that is gone as available', async () => {
    const bench = aBench();
    const { site } = await aShop(bench);
    const { items, trade } = await bench.services.boutique.shopWindow(site.slug);
    expect(trade).to.equal('shop');
    expect(items.map(({ id, available, remaining }) => [id, available, remaining])).to.deep.equal([
      ['bol', true, 5],
      ['carafe', true, 1],
      ['affiche', true, null],
      ['coffret', true, 1],
    ]);
    expect(items[0]?.variants.map(({ id, remaining }) => [id, remaining])).to.deep.equal([
      ['petit', 5],
      ['grand', 0],
    ]);
  });
});
