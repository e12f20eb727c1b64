import { presentCarte } from '@comptoir/core/carte/carte.js';
import type { Menu } from '@comptoir/core/catalogue/item.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import { aCategory, anItem, aSite, aVariant, everyDay, minutesAfter, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench, anOrderFor, aRestaurant } from '../support.js';

const NOTHING: Menu = { categories: [], items: [], components: [] };
const NOBODY_ORDERED: ReadonlyMap<number, number> = new Map();
const ordering = (changes: Partial<Site>, taken = NOBODY_ORDERED, now = NOON) => presentCarte(aSite(changes), NOTHING, taken, now).ordering;

describe('the public menu', () => {
  it('says who, where and when', () => {
    const site = aSite({
      hours: [{ day: 2, from: '12:00', to: '14:00' }],
      exceptions: [{ date: '2026-12-25', closed: true, label: 'Noël', periods: [] }],
    });

    const carte = presentCarte(site, NOTHING, NOBODY_ORDERED, NOON);

    const { slug, name, trade, description, address, phone, website, currency, timezone, languages, hours, exceptions } = site;
    expect(carte).to.deep.include({
      slug,
      name,
      trade,
      description,
      address,
      phone,
      website,
      currency,
      timezone,
      languages,
      hours,
      exceptions,
    });
  });

  it('shows items with prices in euros, variants, options and allergens', () => {
    const category = aCategory({ position: 3 });
    const item = anItem({
      categoryId: category.id,
      description: 'Sarrasin',
      priceCents: 1250,
      photo: '/a.webp',
      allergens: ['milk'],
      variants: [aVariant({ id: 's', name: 'Petite', priceCents: 999 })],
      optionGroups: [{ id: 'g', name: 'Sauces', min: 0, max: 1, options: [{ id: 'o', name: 'Miel', priceCents: 5 }] }],
    });

    const carte = presentCarte(aSite(), { categories: [category], items: [item], components: [] }, NOBODY_ORDERED, NOON);

    expect(carte.categories).to.deep.equal([{ id: category.id, name: category.name, position: 3 }]);
    expect(carte.items).to.deep.equal([
      {
        id: item.id,
        categoryId: category.id,
        name: item.name,
        description: 'Sarrasin',
        price: 12.5,
        photo: '/a.webp',
        allergens: ['milk'],
        available: true,
        variants: [{ id: 's', name: 'Petite', price: 9.99 }],
        optionGroups: [{ id: 'g', name: 'Sauces', min: 0, max: 1, options: [{ id: 'o', name: 'Miel', price: 0.05 }] }],
      },
    ]);
  });

  it('tells nothing of the inside: no tenant, version, hosts, tax or caps', () => {
    const site = aSite({ hosts: ['lucie.example.org'] });

    const text = JSON.stringify(presentCarte(site, { categories: [], items: [anItem()], components: [] }, NOBODY_ORDERED, NOON));

    for (const secret of [
      site.tenantId,
      site.id,
      'lucie.example.org',
      'version',
      'taxBasisPoints',
      'managedBy',
      'soldOutUntil',
      'slotCap',
      'features',
    ]) {
      expect(text, secret).to.not.contain(secret);
    }
  });

  it('shows what is sold out as not available, until the instant', () => {
    const available = (soldOutUntil: Date | null) =>
      presentCarte(aSite(), { categories: [], items: [anItem({ soldOutUntil })], components: [] }, NOBODY_ORDERED, NOON).items[0]
        ?.available;

    expect([null, minutesAfter(NOON, -1), NOON, minutesAfter(NOON, 1)].map(available)).to.deep.equal([true, true, true, false]);
  });
});

describe('ordering by the public menu', () => {
  it('offers pickup times with the places that are left', () => {
    const rules = { ...SITE_DEFAULTS.ordering, slotCap: 2, minimumCents: 1050 };
    const taken = new Map([
      [minutesAfter(NOON, 30).getTime(), 1],
      [minutesAfter(NOON, 45).getTime(), 5],
    ]);

    const shown = ordering({ hours: everyDay(['12:00', '13:15']), ordering: rules }, taken);

    expect(shown).to.deep.equal({
      enabled: true,
      open: true,
      nextOpening: null,
      leadMinutes: 20,
      minimum: 10.5,
      slots: [
        { start: '2026-06-16T10:30:00.000Z', end: '2026-06-16T10:45:00.000Z', remaining: 1 },
        { start: '2026-06-16T10:45:00.000Z', end: '2026-06-16T11:00:00.000Z', remaining: 0 },
        { start: '2026-06-16T11:00:00.000Z', end: '2026-06-16T11:15:00.000Z', remaining: 2 },
      ],
    });
  });

  it('shows no count where slots have no cap', () => {
    const uncapped = { ...SITE_DEFAULTS.ordering, slotCap: null };

    expect(ordering({ ordering: uncapped }).slots[0]?.remaining).to.equal(null);
    expect(ordering({ features: { ...SITE_DEFAULTS.features, onlineOrders: true } }).slots[0]?.remaining).to.equal(null);
  });

  it('is closed, with no times, where orders are off', () => {
    expect(ordering({ features: SITE_DEFAULTS.features })).to.deep.include({ enabled: false, open: false, slots: [] });
  });

  it('is closed while the establishment is, and says when it opens', () => {
    expect(ordering({ hours: everyDay(['19:00', '22:00']) })).to.deep.include({
      enabled: true,
      open: false,
      nextOpening: '2026-06-16T17:00:00.000Z',
      slots: [],
    });
  });
});

describe('asking for the public menu', () => {
  it('is answered for restaurants and bars, and not for shops, museums and strangers', async () => {
    const bench = aBench();
    for (const [trade, found] of [
      ['restaurant', true],
      ['bar', true],
      ['shop', false],
      ['museum', false],
    ] as const) {
      const { site } = await aRestaurant(bench, { trade });
      if (found) expect((await bench.services.carte.bySlug(site.slug)).trade).to.equal(trade);
      else expect((await refusalOf(bench.services.carte.bySlug(site.slug))).code, trade).to.equal('unknown_shop');
    }
    for (const slug of ['nobody', '', '\u0000', '\ud800']) {
      expect((await refusalOf(bench.services.carte.bySlug(slug))).code, JSON.stringify(slug)).to.equal('unknown_shop');
    }
  });

  it('counts the orders that were placed, and those that were turned down no more', async () => {
    const bench = aBench();
    const { scope, site } = await aRestaurant(bench, {}, { items: [anItem({ id: 'galette' })] });
    const remaining = async () => (await bench.services.carte.bySlug(site.slug)).ordering.slots.slice(0, 2).map((slot) => slot.remaining);
    expect(await remaining()).to.deep.equal([4, 4]);

    const { order } = await bench.services.orders.place(anOrderFor(site, [{ id: 'galette' }]), null);
    expect(await remaining()).to.deep.equal([3, 4]);

    await bench.services.orders.step(scope, order.id, 'reject', null);
    expect(await remaining()).to.deep.equal([4, 4]);
  });

  it('shows a change of the catalogue at once', async () => {
    const bench = aBench();
    const { scope, site } = await aRestaurant(bench, {}, { items: [anItem({ id: 'galette' })] });
    const shown = async () => {
      const { categories, items } = await bench.services.carte.bySlug(site.slug);
      return [categories.map(({ name }) => name), items.map(({ id, available }) => [id, available])];
    };
    expect(await shown()).to.deep.equal([[], [['galette', true]]]);

    await bench.services.products.update(scope, 'galette', { soldOutUntil: minutesAfter(NOON, 60) });
    expect(await shown()).to.deep.equal([[], [['galette', false]]]);

    await bench.services.products.update(scope, 'galette', { visible: false });
    await bench.services.catalogue.categories.create(scope, aCategory({ name: 'Thés' }));
    expect(await shown()).to.deep.equal([['Thés'], []]);
  });
});
