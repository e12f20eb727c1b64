import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import { DEMO_SITES, DEMO_TENANT_ID, loadDemo } from '@comptoir/app/demo/load-demo.js';
import { publicScope } from '@comptoir/core/carte/menus.js';
import { type Item, lowestPriceCents, type Menu } from '@comptoir/core/catalogue/item.js';
import { type FixedClock, fixedClock } from '@comptoir/core/kit/clock.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import type { Site } from '@comptoir/core/sites/site.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { TICKET_LANGUAGES, type TicketLanguage } from '@comptoir/core/ticketing/offer.js';
import { fillOf } from '@comptoir/core/ticketing/session-fill.js';
import { expect } from 'chai';
import { DAY_MS, FIRST_PAGE } from '../suites/builders.js';
import { testDeps } from '../support/service-deps.js';

const WITHOUT_PAST = { history: false };
const SLUGS = ['chez-lucie', 'le-zinc', 'atelier-nord', 'musee-des-ondes', 'volets-clos'];
const A_SATURDAY_NIGHT = new Date('2026-11-21T02:30:00Z');
const ILLUSTRATIONS = new URL('../../../packages/adapters-http/src/web/illustrations/', import.meta.url);

function servicesOn(persistence: Persistence, clock: FixedClock = fixedClock(A_SATURDAY_NIGHT)): Services {
  return makeServices(testDeps({ persistence, clock, crypto: nodeCrypto }));
}

async function siteOf({ views }: Services, slug: string): Promise<Site> {
  const site = await views.sites.bySlug(slug);
  if (site === null) throw new Error(`${slug} is not loaded`);
  return site;
}

async function menuOf(services: Services, slug: string): Promise<Menu> {
  return services.views.catalogue.menu(publicScope(await siteOf(services, slug)));
}

async function everything(services: Services): Promise<unknown> {
  return Promise.all(SLUGS.map(async (slug) => ({ site: await siteOf(services, slug), menu: await menuOf(services, slug) })));
}

interface CheapestLine {
  readonly variantId?: string;
  readonly optionIds: readonly string[];
  readonly unitCents: number;
}

/** The least a guest can pay for one of the item. */
function cheapestOf(item: Item): CheapestLine {
  const byPrice = (left: { priceCents: number }, right: { priceCents: number }) => left.priceCents - right.priceCents;
  const variant = [...item.variants].sort(byPrice)[0];
  const options = item.optionGroups.flatMap((group) => [...group.options].sort(byPrice).slice(0, group.min));
  const unitCents = options.reduce((sum, option) => sum + option.priceCents, (variant ?? item).priceCents);
  return { ...(variant === undefined ? {} : { variantId: variant.id }), optionIds: options.map(({ id }) => id), unitCents };
}

async function order(services: Services, site: Site, item: Item) {
  const { unitCents, variantId, optionIds } = cheapestOf(item);
  const quantity = Math.max(1, Math.ceil(site.ordering.minimumCents / unitCents));
  const line = { id: item.id, quantity, variantId, optionIds: [...optionIds] };
  const placed = await services.orders.place({ slug: site.slug, items: [line], customer: { name: 'Camille' } }, null);
  return { placed: placed.order, expectedCents: unitCents * quantity };
}

/** The weighted sum of an EAN-13: a multiple of ten. */
function checksumOf(barcode: string): number {
  return Array.from(barcode, Number).reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0);
}

function expectUnique(ids: readonly string[], where: string): void {
  expect(new Set(ids).size, where).to.equal(ids.length);
}

describe('the demo', () => {
  let services: Services;
  let clock: FixedClock;

  beforeEach(async () => {
    clock = fixedClock(A_SATURDAY_NIGHT);
    services = servicesOn(makeMemoryPersistence(), clock);
    await loadDemo(services, null, WITHOUT_PAST);
  });

  describe('as it is loaded', () => {
    it('says which establishments it created, all of Maison Demo', async () => {
      const fresh = servicesOn(makeMemoryPersistence());
      expect(await loadDemo(fresh, null, WITHOUT_PAST)).to.deep.equal({ created: SLUGS, account: 'withheld' });
      for (const slug of SLUGS) expect((await siteOf(fresh, slug)).tenantId).to.equal(DEMO_TENANT_ID);
    });

    it('changes nothing when it runs again', async () => {
      const before = await everything(services);
      expect(await loadDemo(services, null, WITHOUT_PAST)).to.deep.equal({ created: [], account: 'withheld' });
      expect(await everything(services)).to.deep.equal(before);
    });

    it('leaves an establishment alone that somebody has changed', async () => {
      const site = await siteOf(services, 'le-zinc');
      await services.sites.update({ ...publicScope(site), actor: { kind: 'user', userId: 'patron' } }, { name: 'Le Zinc d’Anna' });
      await loadDemo(services, null, WITHOUT_PAST);
      expect((await siteOf(services, 'le-zinc')).name).to.equal('Le Zinc d’Anna');
    });

    it('is created once by two loaders at once', async () => {
      const persistence = makeMemoryPersistence();
      const loads = await Promise.all([
        loadDemo(servicesOn(persistence), null, WITHOUT_PAST),
        loadDemo(servicesOn(persistence), null, WITHOUT_PAST),
      ]);
      expect(loads.flatMap(({ created }) => created).sort()).to.deep.equal([...SLUGS].sort());
      expect((await menuOf(servicesOn(persistence), 'chez-lucie')).items).to.have.length(45);
    });

    it('is completed by the next run when a run was cut short', async () => {
      const persistence = makeMemoryPersistence();
      let transactions = 0;
      const dying: Persistence = {
        ...persistence,
        transact: async (scope, work) => {
          transactions += 1;
          if (transactions === 3) throw new Error('power cut');
          return persistence.transact(scope, work);
        },
      };
      let fault: unknown;
      await loadDemo(servicesOn(dying), null, WITHOUT_PAST).catch((error) => {
        fault = error;
      });
      expect(fault).to.be.an('error').with.property('message', 'power cut');
      expect(await loadDemo(servicesOn(persistence), null, WITHOUT_PAST)).to.deep.equal({ created: SLUGS.slice(1), account: 'withheld' });
      expect((await siteOf(servicesOn(persistence), 'volets-clos')).tenantId).to.equal(DEMO_TENANT_ID);
    });
  });

  describe('as it is written', () => {
    const counts: readonly [slug: string, items: number, categories: number][] = [
      ['chez-lucie', 45, 9],
      ['le-zinc', 27, 5],
      ['atelier-nord', 28, 5],
      ['musee-des-ondes', 6, 1],
      ['volets-clos', 12, 3],
    ];
    for (const [slug, items, categories] of counts) {
      it(`sells ${items} items at ${slug}, sorted into categories`, async () => {
        const menu = await menuOf(services, slug);
        expect(menu.items).to.have.length(items);
        expect(menu.categories).to.have.length(categories);
      });
    }

    it('shows a picture that exists for every item', async () => {
      for (const { catalogue } of DEMO_SITES) {
        for (const { id, photo } of catalogue.items) {
          expect(photo, id).to.match(/^\/assets\/illustrations\/[a-z-]+\.svg$/);
          const file = photo?.replace('/assets/illustrations/', '') ?? '';
          expect(existsSync(new URL(file, ILLUSTRATIONS)), file).to.equal(true);
        }
      }
    });

    it('draws its pictures small, without text, scripts or anything from elsewhere', () => {
      for (const file of readdirSync(ILLUSTRATIONS)) {
        const svg = readFileSync(new URL(file, ILLUSTRATIONS), 'utf8');
        expect(Buffer.byteLength(svg), file).to.be.at.most(2560);
        expect(svg, file).to.match(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 160 120">/);
        expect(svg, file).not.to.match(/<script|<text|<style|<image|<foreignObject|\son\w+=|href="[^#]|url\(/);
      }
    });

    it('gives everything the shop sells a sku, a barcode that scans, and stock that is kept; nothing is sold below its cost', async () => {
      const products = await services.views.products.all(publicScope(await siteOf(services, 'atelier-nord')));
      const units = products.flatMap((product) => (product.variants.length === 0 ? [product] : product.variants));

      expect(products.every(({ manageStock }) => manageStock)).to.equal(true);
      for (const product of products) expect(product.purchasePriceCents, product.id).to.be.within(1, lowestPriceCents(product) - 1);
      for (const { id, sku, barcode } of units) {
        expect(sku, id).to.match(/^[A-Z]{3}-[A-Z]{3}(-[0-9A-Z-]+)?$/);
        expect(barcode, id).to.match(/^20\d{11}$/);
        expect(checksumOf(barcode ?? '') % 10, barcode ?? '').to.equal(0);
      }
      expectUnique(
        units.map(({ barcode }) => barcode ?? ''),
        'barcodes',
      );
    });

    it('gives every record of a menu an id of its own', () => {
      for (const { site, catalogue } of DEMO_SITES) {
        expectUnique(
          catalogue.categories.map(({ id }) => id),
          site.slug,
        );
        expectUnique(
          catalogue.items.map(({ id }) => id),
          site.slug,
        );
        for (const { id, variants = [], optionGroups = [] } of catalogue.items) {
          expectUnique(
            variants.map((variant) => variant.id),
            id,
          );
          expectUnique(
            optionGroups.map((group) => group.id),
            id,
          );
          expectUnique(
            optionGroups.flatMap(({ options }) => options.map((option) => option.id)),
            id,
          );
        }
      }
    });

    it('uses the apostrophes of a printed menu', () => {
      expect(JSON.stringify(DEMO_SITES)).not.to.include("'");
    });
  });

  describe('as museum visitors meet it', () => {
    const scopeOf = async () => publicScope(await siteOf(services, 'musee-des-ondes'));
    const catalog = (query: { readonly lang?: TicketLanguage; readonly offer?: string; readonly days?: number } = {}) =>
      services.ticketCatalog.catalog({ slug: 'musee-des-ondes', lang: 'fr', ...query });
    const allSessions = async () => {
      const always = { from: new Date('2000-01-01'), to: new Date('2100-01-01') };
      return services.views.ticketSessions.between(await scopeOf(), always);
    };

    it('sells tickets for a show, an exhibition and a visit, in five languages, each with a picture that exists', async () => {
      const { languages } = await siteOf(services, 'musee-des-ondes');
      expect(languages).to.deep.equal(TICKET_LANGUAGES);
      const titles = new Set<string>();
      for (const lang of TICKET_LANGUAGES) {
        const { offers } = await catalog({ lang });
        expect(offers.map(({ kind }) => kind)).to.deep.equal(['show', 'exhibition', 'visit']);
        for (const { title, description, rates, image, nextSession } of offers) {
          titles.add(title);
          expect(description).to.have.length.above(80);
          expect(rates.length).to.be.at.least(3);
          expect(existsSync(new URL(image?.replace(/^.*\//, '') ?? '', ILLUSTRATIONS)), image ?? '').to.equal(true);
          expect(nextSession).to.be.a('string');
        }
      }
      expect(titles.size).to.equal(3 * TICKET_LANGUAGES.length);
    });

    it('has sessions of every offer on each of the next 31 days, and some that are over', async () => {
      for (const { id } of (await catalog()).offers) {
        const { sessions = [] } = await catalog({ offer: id, days: 31 });
        expect(new Set(sessions.map(({ bookingUrl }) => /&d=([^&]+)/.exec(bookingUrl)?.[1])).size, id).to.equal(31);
      }
      expect((await allSessions()).some(({ startsAt }) => startsAt < A_SATURDAY_NIGHT)).to.equal(true);
    });

    it('tops them up whenever it is started again, makes none twice and leaves alone what was cancelled', async () => {
      const before = await allSessions();
      await loadDemo(services, null, WITHOUT_PAST);
      expect(await allSessions()).to.deep.equal(before);
      const scope = await scopeOf();
      const [gone] = (await catalog({ offer: 'salle-des-machines', days: 31 })).sessions?.slice(-1) ?? [];
      await services.ticketSessions.cancel(scope, gone?.id ?? '', null);
      clock.advance(3 * DAY_MS);
      await loadDemo(services, null, WITHOUT_PAST);
      const after = await allSessions();
      // Nineteen sessions a day.
      expect(after.length - before.length).to.equal(3 * 19);
      expect(new Set(after.map(({ offerId, startsAt }) => `${offerId} ${startsAt.toISOString()}`)).size).to.equal(after.length);
      expect(after.find(({ id }) => id === gone?.id)?.cancelledAt).to.not.equal(null);
    });

    it('has sessions that are sold out, nearly sold out, booked a little and free, and counts every booking', async () => {
      const sessions = (await allSessions()).filter(({ startsAt }) => startsAt >= A_SATURDAY_NIGHT);
      const scope = await scopeOf();
      const statuses = new Set(sessions.map((session) => fillOf(session, A_SATURDAY_NIGHT).status));
      expect(statuses).to.deep.equal(new Set(['open', 'few', 'full']));
      for (const { id, heldSeats, confirmedSeats } of sessions) {
        const bookings = await services.views.tickets.bookingsOf(scope, id);
        const groups = await services.views.groups.list(scope, { ...FIRST_PAGE, sessionId: id });
        const seats = [...bookings.map((booking) => booking.seats), ...groups.items.map(({ size }) => size)];
        expect(seats.reduce((sum, taken) => sum + taken, 0)).to.equal(heldSeats + confirmedSeats);
      }
      expect(sessions.filter(({ confirmedSeats }) => confirmedSeats > 0).length).to.be.within(12, 60);
    });

    it('has groups in several states, one of them with its seats', async () => {
      const { items } = await services.views.groups.list(await scopeOf(), FIRST_PAGE);
      expect(items.map(({ status }) => status).sort()).to.deep.equal(['confirmed', 'declined', 'quoted', 'requested', 'visited']);
      expect(items.filter(({ sessionId }) => sessionId !== null).map(({ status }) => status)).to.deep.equal(['confirmed']);
    });

    it('has passes that let in and passes of each kind that do not, and gates that go by them', async () => {
      const scope = await scopeOf();
      const { items } = await services.views.passes.list(scope, FIRST_PAGE);
      const site = await siteOf(services, 'musee-des-ondes');
      const scan = { gate: 'Entrée principale', direction: 'entry', at: null } as const;
      const reasons = new Map<string, string | null>();
      for (const { id, code, owner } of items)
        reasons.set(owner.name, (await services.access.scan(scope, site, { ...scan, code, nonce: id })).scan.reason);

      expect(Object.fromEntries(reasons)).to.deep.equal({
        'Camille Vasseur': 'too_late',
        'Romain Perrin': null,
        'Zoé Garnier': 'blocked',
        'Thibault Noël': 'too_early',
        'Inès Lemoine': null,
        'Hugo Fontaine': 'used',
        'Margaux Delattre': null,
      });
      expect(new Set(items.map(({ code }) => code)).size).to.equal(items.length);
    });

    it('makes its guests once, however many start at once, and leaves them as they were changed', async () => {
      const persistence = makeMemoryPersistence();
      services = servicesOn(persistence, clock);
      const start = () => loadDemo(servicesOn(persistence, clock), null, WITHOUT_PAST);
      await Promise.all([start(), start()]);
      const scope = await scopeOf();
      const guests = async () => [await services.views.passes.list(scope, FIRST_PAGE), await services.views.groups.list(scope, FIRST_PAGE)];
      const [first] = (await services.views.passes.list(scope, FIRST_PAGE)).items;
      await services.passes.block(scope, first?.id ?? '', 'Perdue');
      const before = await guests();
      clock.advance(DAY_MS);
      await start();
      expect(await guests()).to.deep.equal(before);
      expect(before.map(({ total }) => total)).to.deep.equal([7, 5]);
    });

    it('gets the offers that a museum of an older demo lacks, once however many start at once, and none that somebody deleted', async () => {
      const persistence = makeMemoryPersistence();
      services = servicesOn(persistence, clock);
      const tenant = { tenantId: DEMO_TENANT_ID, actor: { kind: 'system', name: 'older' } } as const;
      const museum = DEMO_SITES.find(({ site }) => site.slug === 'musee-des-ondes');
      if (museum === undefined) throw new Error('The museum is gone.');
      await services.sites.createTenant('Maison Demo', tenant.actor, DEMO_TENANT_ID);
      await services.sites.create(tenant, museum.site, museum.catalogue);
      const start = () => loadDemo(servicesOn(persistence, clock), null, WITHOUT_PAST);
      await Promise.all([start(), start()]);
      expect((await catalog()).offers).to.have.length(3);
      const before = await allSessions();
      expect(new Set(before.map(({ offerId, startsAt }) => `${offerId} ${startsAt.toISOString()}`)).size).to.equal(before.length);
      const scope = await scopeOf();
      await persistence.transact(scope, ({ offers }) =>
        offers.change(scope, 'nuit-des-ondes', (offer) => ({ ...offer, deletedAt: clock.now() })),
      );
      clock.advance(DAY_MS);
      await start();
      expect((await catalog()).offers.map(({ id }) => id)).to.deep.equal(['capter-l-invisible', 'salle-des-machines']);
      expect((await allSessions()).length - before.length).to.equal(15);
    });
  });

  describe('as guests meet it', () => {
    for (const slug of ['chez-lucie', 'le-zinc']) {
      it(`sells every item of ${slug} right now`, async () => {
        const site = await siteOf(services, slug);
        for (const item of (await menuOf(services, slug)).items) {
          const { placed, expectedCents } = await order(services, site, item);
          expect(placed.dropped, item.id).to.deep.equal([]);
          expect(Math.round(placed.total * 100), item.id).to.equal(expectedCents);
          clock.advance(30_000);
        }
      });

      it(`takes orders at ${slug} at any hour, on New Year’s Eve and when the clock changes`, async () => {
        const moments = [
          '2026-11-22T22:55:00Z',
          '2026-12-31T22:45:00Z',
          '2027-03-28T00:50:00Z',
          '2027-10-31T00:50:00Z',
          '2031-07-14T04:00:00Z',
        ];
        for (const moment of moments) {
          clock.set(new Date(moment));
          const { ordering } = await services.carte.bySlug(slug);
          expect(ordering.open, moment).to.equal(true);
          expect(ordering.slots, moment).not.to.have.length(0);
        }
      });
    }

    it('shows the menu of volets-clos but takes no order there', async () => {
      const carte = await services.carte.bySlug('volets-clos');
      expect(carte.ordering).to.include({ enabled: false, open: false });
      const site = await siteOf(services, 'volets-clos');
      const [item] = (await menuOf(services, 'volets-clos')).items;
      if (item === undefined) throw new Error('volets-clos has no menu');
      const refusal = await order(services, site, item).catch((error: unknown) => error);
      expect(hasCode(refusal, 'ordering_off')).to.equal(true);
    });

    it('sells at the shop online and from stock, and opens the museum’s services', async () => {
      expect((await siteOf(services, 'atelier-nord')).features).to.include({ stock: true, onlineOrders: true });
      const museum = { onlineTickets: true, accessControl: true, attendance: true, groups: true, passes: true };
      expect((await siteOf(services, 'musee-des-ondes')).features).to.include(museum);
    });

    it('answers questions at the shop, in French and English, and knows what its deliveries cost', async () => {
      const site = await siteOf(services, 'atelier-nord');
      const { sections } = await services.helpCentre.home(site.slug, 'en');
      expect(sections.map(({ category, total }) => [category?.name, total])).to.deep.equal([
        ['Ordering and picking up', 2],
        ['Returns and warranty', 2],
        ['Delivery', 2],
        ['Products and trade', 2],
      ]);
      const french = await services.helpCentre.search(site.slug, 'fr', 'cassé');
      expect(french.links.map(({ title }) => title)).to.deep.equal(['Mon article est arrivé cassé : que faire ?']);
      const scope = publicScope(site);
      expect((await services.views.taxRates.inForce(scope, 'FR', 'standard', '2026-11-21'))?.basisPoints).to.equal(2000);
      expect((await services.views.shippingZones.ofCountry(scope, 'FR')).map(({ name }) => name)).to.deep.equal(['France']);
      expect((await services.views.coupons.byCode(scope, 'bienvenue'))?.value).to.equal(1000);
    });

    it('announces the coming New Year’s Eve, open like any day', async () => {
      const { exceptions } = await services.carte.bySlug('chez-lucie');
      expect(exceptions).to.deep.equal([
        { date: '2026-12-31', closed: false, label: 'Réveillon, menu de fête le soir', periods: [{ from: '00:00', to: '24:00' }] },
      ]);
    });
  });
});
