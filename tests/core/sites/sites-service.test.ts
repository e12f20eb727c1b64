import type { NewCatalogue } from '@comptoir/core/catalogue/catalogue-contract.js';
import { type NewSite, SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { expect } from 'chai';
import { anItem, aScope, freshName, SYSTEM } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench } from '../support.js';

function aNewSite(changes: Partial<NewSite> = {}): NewSite {
  return {
    ...SITE_DEFAULTS,
    slug: freshName('lucie'),
    trade: 'restaurant',
    name: 'Chez Lucie',
    address: { line1: '12 rue des Lilas', line2: null, postcode: '29200', city: 'Brest', country: 'FR' },
    ...changes,
  };
}

const galettes: NewCatalogue = {
  categories: [{ id: 'galettes', name: 'Galettes' }],
  items: [{ ...anItem({ id: 'complete' }), allergens: ['eggs'], bundle: [], variants: [], optionGroups: [], categoryId: 'galettes' }],
};

async function aTenant() {
  const { services, heard } = aBench();
  const tenant = await services.sites.createTenant('Maison', SYSTEM);
  return { services, heard, scope: { tenantId: tenant.id, actor: SYSTEM } };
}

describe('a new establishment', () => {
  it('is stored with its catalogue', async () => {
    const { services, scope } = await aTenant();

    const site = await services.sites.create(scope, aNewSite(), galettes);

    expect(await services.views.sites.bySlug(site.slug)).to.deep.equal(site);
    expect(site).to.include({ tenantId: scope.tenantId, version: 1 });
    const menu = await services.views.catalogue.menu({ ...scope, siteId: site.id });
    expect([menu.categories, menu.items.map(({ id }) => id)]).to.deep.equal([
      [{ id: 'galettes', name: 'Galettes', position: 0 }],
      ['complete'],
    ]);
  });

  it('keeps stock from the start of what it is to be kept of', async () => {
    const { services, scope } = await aTenant();
    const variants = [{ id: 's', name: 'S', priceCents: 1 }];
    const items = ['bol', 'carafe', 'affiche'].map((id) => ({ id, name: id, priceCents: 1, taxBasisPoints: 0 }));
    const [bol, carafe, affiche] = items.map((item) => ({ ...item, manageStock: item.id !== 'affiche' }));
    const kept = [{ ...bol, variants }, carafe, affiche] as NewCatalogue['items'];

    const site = await services.sites.create(scope, aNewSite(), { categories: [], items: kept });

    const levels = await services.views.stock.levels({ ...scope, siteId: site.id });
    expect(levels.map(({ itemId, variantId, stock }) => [itemId, variantId, stock])).to.deep.equal([
      ['bol', 's', 0],
      ['carafe', null, 0],
    ]);
  });

  it('is not stored at all when its catalogue cannot be', async () => {
    const { services, scope } = await aTenant();
    const twice = { ...galettes, items: [...galettes.items, ...galettes.items] };
    const newSite = aNewSite();

    expect((await refusalOf(services.sites.create(scope, newSite, twice))).code).to.equal('invalid_request');
    expect(await services.views.sites.bySlug(newSite.slug)).to.equal(null);
  });

  it('is refused when two of its parts have one id, host or day', async () => {
    const { services, scope } = await aTenant();
    const [item] = galettes.items;
    const [option, group] = [
      { id: 'o', name: 'O', priceCents: 0 },
      { name: 'G', min: 0, max: 1 },
    ];
    const day = { date: '2026-12-25', closed: true, label: null, periods: [] };
    const refused = async (changes: object, parts: object = {}) => {
      const catalogue = { ...galettes, items: [{ ...item, ...parts }] };
      return (await refusalOf(services.sites.create(scope, aNewSite(changes), catalogue as typeof galettes))).issues.map(
        ({ path }) => path,
      );
    };

    expect(await refused({ hosts: ['a.test', 'a.test'] })).to.deep.equal(['hosts']);
    expect(await refused({ exceptions: [day, day] })).to.deep.equal(['exceptions']);
    expect(await refused({}, { variants: [option, option] })).to.deep.equal(['items.0.variants']);
    const groups = ['g', 'h'].map((id) => ({ ...group, id, options: [option] }));
    expect(await refused({}, { optionGroups: groups })).to.deep.equal(['items.0.optionGroups']);
  });

  it('is refused when its slug is taken', async () => {
    const { services, scope } = await aTenant();
    const { slug } = await services.sites.create(scope, aNewSite());

    expect((await refusalOf(services.sites.create(scope, aNewSite({ slug })))).code).to.equal('duplicate');
  });

  it('is refused with the field that is wrong', async () => {
    const { services, scope } = await aTenant();
    for (const [changes, path] of [
      [{ slug: 'Chez Lucie' }, 'slug'],
      [{ timezone: 'Europe/Brest' }, 'timezone'],
      [{ currency: 'euro' }, 'currency'],
      [{ website: 'javascript:alert(1)' }, 'website'],
      [{ website: 'https://a.example/\u0000' }, 'website'],
      [{ hosts: ['Lucie.example'] }, 'hosts.0'],
      [{ languages: [] }, 'languages'],
      [{ hours: [{ day: 8, from: '10:00', to: '11:00' }] }, 'hours.0.day'],
      [{ hours: [{ day: 1, from: '24:00', to: '11:00' }] }, 'hours.0.from'],
      [{ exceptions: [{ date: '2026-02-30', closed: true, label: null, periods: [] }] }, 'exceptions.0.date'],
      [
        { exceptions: [{ date: '2026-02-20', closed: true, label: null, periods: [{ from: '10:00', to: '11:00' }] }] },
        'exceptions.0.periods',
      ],
      [{ ordering: { ...SITE_DEFAULTS.ordering, slotMinutes: 4 } }, 'ordering.slotMinutes'],
    ] as const) {
      const refusal = await refusalOf(services.sites.create(scope, { ...aNewSite(), ...changes } as NewSite));
      expect([refusal.code, refusal.issues[0]?.path], path).to.deep.equal(['invalid_request', path]);
    }
  });
});

describe('changing an establishment', () => {
  it('changes what is named, clears what is null, and tells who listens', async () => {
    const { services, scope, heard } = await aTenant();
    const site = await services.sites.create(scope, aNewSite({ phone: '02', description: 'Crêpes' }));

    const after = await services.sites.update({ ...scope, siteId: site.id }, { name: 'Chez Zoé', phone: null });

    expect(after).to.deep.equal({ ...site, name: 'Chez Zoé', phone: null, version: 2 });
    expect(heard).to.deep.equal([{ kind: 'site-changed', siteId: site.id }]);
  });

  it('never changes its identity', async () => {
    const { services, scope } = await aTenant();
    const site = await services.sites.create(scope, aNewSite());
    const greedy = { name: 'Chez Zoé', slug: 'other', trade: 'bar', id: 'x', tenantId: 'y', version: 99 };

    const after = await services.sites.update({ ...scope, siteId: site.id }, greedy);

    expect(after).to.deep.equal({ ...site, name: 'Chez Zoé', version: 2 });
  });

  it('is refused for one that does not exist, and for values that cannot be, and then nothing is told', async () => {
    const { services, scope, heard } = await aTenant();
    const site = await services.sites.create(scope, aNewSite());

    expect((await refusalOf(services.sites.update(aScope(), { name: 'Personne' }))).code).to.equal('unknown_shop');
    expect((await refusalOf(services.sites.update({ ...scope, siteId: site.id }, { timezone: 'Nowhere' }))).code).to.equal(
      'invalid_request',
    );
    expect(heard).to.deep.equal([]);
    expect(await services.views.sites.bySlug(site.slug)).to.deep.equal(site);
  });
});
