import { ticketCatalogSchema } from '@comptoir/core/ticketing/ticket-catalog-contract.js';
import { expect } from 'chai';
import { aSite, establish, minutesAfter, NOON } from '../../suites/builders.js';
import { anOffer, aTicketSession } from '../../suites/ticket-builders.js';
import { call, jsonOf } from '../call.js';
import { expectRefusal, faultyPaths } from '../refusal.js';
import { closeAll } from '../serve.js';
import { openTill, type TillOptions } from './till.js';

const PATH = '/api/ticketing/catalog';
const FEATURES = { ...aSite().features, onlineTickets: true };

/** A museum with an offer, and one session of it that has ten seats, in two hours. */
async function openMuseum(options: TillOptions = {}) {
  const till = await openTill(options);
  const { site, scope } = await establish(till.persistence, { trade: 'museum', features: FEATURES });
  const offer = anOffer(scope);
  const session = aTicketSession(scope, { offerId: offer.id });
  await till.persistence.transact(scope, async ({ offers, ticketSessions }) => {
    await offers.create(scope, offer);
    await ticketSessions.create(scope, session);
  });
  const get = (query: Record<string, string> = {}, headers = {}) =>
    call(`${till.origin}${PATH}?${new URLSearchParams({ slug: site.slug, ...query })}`, { headers });
  const catalog = async (query: Record<string, string> = {}) => ticketCatalogSchema.parse(jsonOf(await get(query)));
  const remaining = async () => (await catalog({ offer: offer.id })).sessions?.[0]?.remaining;
  /** Takes seats on the same database without telling this process. */
  const takeElsewhere = (held: number) =>
    till.persistence.transact(scope, ({ ticketSessions }) => ticketSessions.claim(scope, session.id, { held, confirmed: 0 }, NOON));
  return { ...till, site, scope, offer, session, get, catalog, remaining, takeElsewhere };
}

describe('GET /api/ticketing/catalog', () => {
  afterEach(closeAll);

  it('answers the offers, kept for 30 seconds and asked for again by their ETag', async () => {
    const { get, site, offer } = await openMuseum();
    const answer = await get();
    expect(answer.status).to.equal(200);
    expect(answer.headers['cache-control']).to.equal('public, max-age=30');
    expect(answer.headers['etag']).to.match(/^"[\w-]{27}"$/);
    expect(answer.headers).to.not.have.property('access-control-allow-origin');
    const body = ticketCatalogSchema.parse(jsonOf(answer));
    expect(body).to.deep.equal(jsonOf(answer));
    expect(body).to.include({ slug: site.slug, lang: 'fr' }).and.to.not.have.property('sessions');
    expect(body.offers.map(({ id }) => id)).to.deep.equal([offer.id]);
    const known = { 'If-None-Match': String(answer.headers['etag']) };
    expect((await get({}, known)).status).to.equal(304);
    expect((await get({ lang: 'en' }, known)).status).to.equal(200);
  });

  it('answers sessions with an offer, kept for 5 seconds', async () => {
    const { get, catalog, offer, session } = await openMuseum();
    const answer = await get({ offer: offer.id });
    expect(answer.headers['cache-control']).to.equal('public, max-age=5');
    expect((await get({ offer: offer.id }, { 'If-None-Match': String(answer.headers['etag']) })).status).to.equal(304);
    expect((await catalog({ offer: offer.id, lang: 'en' })).sessions?.map(({ id }) => id)).to.deep.equal([session.id]);
    expect((await catalog({ offer: offer.id, from: '2026-06-17', days: '31' })).sessions).to.deep.equal([]);
    expect((await catalog({ offer: 'nothing' })).sessions).to.deep.equal([]);
  });

  it('shows at once what this process changed, whether of an offer or of a session', async () => {
    const { catalog, remaining, services, scope, offer, session } = await openMuseum();
    expect((await catalog()).offers[0]?.title).to.equal('Les ondes');
    await services.offers.update(scope, offer.id, { title: { fr: 'Les vagues' } }, undefined);
    expect((await catalog()).offers[0]?.title).to.equal('Les vagues');
    expect(await remaining()).to.equal(10);
    await services.ticketSessions.update(scope, session.id, { capacity: 12 }, null);
    expect(await remaining()).to.equal(12);
    await services.ticketSessions.cancel(scope, session.id, null);
    expect(await remaining()).to.equal(undefined);
    expect((await catalog()).offers[0]?.nextSession).to.equal(null);
  });

  it('shows what was booked in this process at once, and 5 seconds later what was booked elsewhere', async () => {
    const { remaining, takeElsewhere, services, scope, clock } = await openMuseum();
    expect(await remaining()).to.equal(10);
    await takeElsewhere(3);
    expect(await remaining()).to.equal(10);
    clock.advance(4999);
    expect(await remaining()).to.equal(10);
    clock.advance(1);
    expect(await remaining()).to.equal(7);
    for (const news of [{ kind: 'order-changed', orderId: 'o' } as const, { kind: 'stock-changed', siteId: scope.siteId } as const]) {
      const before = await remaining();
      await takeElsewhere(1);
      services.signals.send(news);
      expect(await remaining(), news.kind).to.equal((before ?? 0) - 1);
    }
  });

  it('shows 30 seconds later what another process changed of an offer', async () => {
    const { catalog, persistence, scope, offer, clock } = await openMuseum();
    const titles = async () => (await catalog()).offers.map(({ title }) => title);
    expect(await titles()).to.deep.equal(['Les ondes']);
    const { services: elsewhere } = await openTill({ persistence });
    await elsewhere.offers.update(scope, offer.id, { title: { fr: 'Ailleurs' } }, undefined);
    clock.advance(29_999);
    expect(await titles()).to.deep.equal(['Les ondes']);
    clock.advance(1);
    expect(await titles()).to.deep.equal(['Ailleurs']);
  });

  it('is read once for all who ask at the same time, and again after it could not be', async () => {
    let [reads, broken] = [0, true];
    const counted: TillOptions['around'] = (services) => ({
      ...services,
      ticketCatalog: {
        catalog: (query) => {
          reads += 1;
          return broken ? Promise.reject(new Error('gone')) : services.ticketCatalog.catalog(query);
        },
      },
    });
    const { get } = await openMuseum({ around: counted });
    expect((await get()).status).to.equal(500);
    broken = false;
    const answers = await Promise.all(Array.from({ length: 10 }, () => get()));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 10 }, () => 200));
    expect(reads).to.equal(2);
    // Days count for sessions alone.
    await get({ days: '3', from: '2026-06-16' });
    expect(reads).to.equal(2);
  });

  it('is 400 for values that cannot be, naming them', async () => {
    const { get, origin, offer } = await openMuseum();
    for (const [query, path] of [
      [{ lang: 'nl' }, 'lang'],
      [{ lang: '' }, 'lang'],
      [{ days: '0', offer: offer.id }, 'days'],
      [{ days: '32', offer: offer.id }, 'days'],
      [{ days: '1.5' }, 'days'],
      [{ days: '' }, 'days'],
      [{ days: '-1' }, 'days'],
      [{ from: '2026-02-30' }, 'from'],
      [{ from: '16/06/2026' }, 'from'],
      [{ from: '9999-12-31' }, 'from'],
      [{ offer: '' }, 'offer'],
      [{ offer: 'x'.repeat(65) }, 'offer'],
      [{ slug: 'x'.repeat(65) }, 'slug'],
      [{ slug: '' }, 'slug'],
    ] as const) {
      expect(faultyPaths(expectRefusal(await get(query), 400, 'invalid_request')), JSON.stringify(query)).to.deep.equal([path]);
    }
    expectRefusal(await call(`${origin}${PATH}`), 400, 'invalid_request');
    expectRefusal(await call(`${origin}${PATH}?slug=a&slug=b`), 400, 'invalid_request');
  });

  it('is 404 for who is unknown, sells no tickets online or is no museum, and again 200 once it is switched on', async () => {
    const { get, persistence, services } = await openMuseum();
    expectRefusal(await get({ slug: 'nobody' }), 404, 'unknown_shop');
    const { site: shop } = await establish(persistence, { trade: 'shop', features: FEATURES });
    expectRefusal(await get({ slug: shop.slug }), 404, 'unknown_shop');
    const { site, scope } = await establish(persistence, { trade: 'museum', features: { ...FEATURES, onlineTickets: false } });
    expectRefusal(await get({ slug: site.slug }), 404, 'unknown_shop');
    await services.sites.update(scope, { features: FEATURES });
    expect((await get({ slug: site.slug })).status).to.equal(200);
  });

  it('is 403 for a blocked agent and 405 for a POST', async () => {
    const { get, origin, site } = await openMuseum();
    const blocked = await get({}, { 'User-Agent': 'python-requests/2.1' });
    expect([blocked.status, blocked.text]).to.deep.equal([403, '{"error":"blocked"}']);
    expectRefusal(await call(`${origin}${PATH}?slug=${site.slug}`, { method: 'POST' }), 405, 'method_not_allowed');
  });

  it('writes prices as numbers in euros, however they are divided', async () => {
    const { catalog, services, scope, offer } = await openMuseum();
    const [rate] = offer.rates;
    if (rate === undefined) throw new Error('The offer has a rate.');
    const prices = [0, 1, 10, 1999, 1250, 100_000];
    const rates = prices.map((priceCents) => ({ name: { fr: 'Tarif' }, priceCents, taxBasisPoints: 550, conditions: null, active: true }));
    await services.offers.update(scope, offer.id, { rates }, undefined);
    expect((await catalog()).offers[0]?.rates.map(({ price }) => price)).to.deep.equal([0, 0.01, 0.1, 19.99, 12.5, 1000]);
  });

  it('counts what begins now as to come, and what has begun as past', async () => {
    const { catalog, offer, clock } = await openMuseum();
    const status = async () => (await catalog({ offer: offer.id })).sessions?.[0]?.status;
    clock.set(minutesAfter(NOON, 120));
    expect(await status()).to.equal('open');
    clock.advance(5000);
    expect(await status()).to.equal('past');
  });
});
