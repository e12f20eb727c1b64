import { expect } from 'chai';
import { aSite, DAY_MS, HOUR_MS, minutesAfter, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aMuseum, FULL, REDUCED, SHOW } from './a-museum.js';

/** The show with the sessions that begin then. */
async function aShow(starts: readonly Date[] = [], changes: object = {}) {
  const museum = await aMuseum();
  const { calls, call } = museum;
  const offer = await calls('createOffer', call, { ...SHOW, ...changes });
  const sessions: { readonly id: string }[] = [];
  for (const startsAt of starts) sessions.push(await calls('createSession', call, { offerId: offer.id, startsAt, capacity: 10 }));
  return { ...museum, offer, ids: sessions.map(({ id }) => id) };
}

describe('the catalogue of tickets', () => {
  it('has the offers that are sold online, by position, with the rates on sale in euros, and nothing besides', async () => {
    const { calls, call, catalog, offer, site } = await aShow([minutesAfter(NOON, 60), minutesAfter(NOON, 3 * 24 * 60)], {
      position: 2,
      photo: '/assets/p.svg',
      description: { fr: 'Dans le noir.', de: 'Im Dunkeln.' },
    });
    const first = await calls('createOffer', call, {
      ...SHOW,
      kind: 'visit',
      title: { es: 'Visita' },
      durationMinutes: null,
      rates: [FULL],
    });
    await calls('createOffer', call, { ...SHOW, online: false });
    await calls('createOffer', call, { ...SHOW, rates: [{ ...FULL, active: false }] });
    const [full, reduced] = offer.rates;
    const page = `https://till.example/billetterie/${site.slug}`;

    expect(await catalog()).to.deep.equal({
      slug: site.slug,
      name: site.name,
      lang: 'fr',
      currency: 'EUR',
      timezone: 'Europe/Paris',
      offers: [
        {
          id: first.id,
          kind: 'visit',
          title: 'Visita',
          description: null,
          image: null,
          durationMinutes: null,
          rates: [{ id: first.rates[0]?.id, name: 'Plein tarif', price: 12.5, conditions: null }],
          from: null,
          until: null,
          nextSession: null,
          bookingUrl: `${page}#o=${first.id}`,
        },
        {
          id: offer.id,
          kind: 'show',
          title: 'La nuit des ondes',
          description: 'Dans le noir.',
          image: 'https://till.example/assets/p.svg',
          durationMinutes: 60,
          rates: [
            { id: full?.id, name: 'Plein tarif', price: 12.5, conditions: null },
            { id: reduced?.id, name: 'Tarif réduit', price: 0, conditions: 'Moins de 26 ans' },
          ],
          from: '2026-06-16',
          until: '2026-06-19',
          nextSession: '2026-06-16T11:00:00.000Z',
          bookingUrl: `${page}#o=${offer.id}`,
        },
      ],
    });
  });

  it('speaks the language asked for, or else the first of the establishment that there is, and links to pages in it', async () => {
    const { catalog, offer, site } = await aShow([], { description: { de: 'Im Dunkeln.' } });
    const said = async (lang: 'fr' | 'en' | 'de' | 'it' | 'es') => {
      const { offers, lang: spoken } = await catalog({ lang });
      const [only] = offers;
      expect(only?.bookingUrl).to.equal(
        lang === 'fr'
          ? `https://till.example/billetterie/${site.slug}#o=${offer.id}`
          : `https://till.example/${lang}/tickets/${site.slug}#o=${offer.id}`,
      );
      return [spoken, only?.title, only?.description, only?.rates[1]?.name, only?.rates[1]?.conditions];
    };
    expect(await said('en')).to.deep.equal(['en', 'Night of the waves', 'Im Dunkeln.', 'Tarif réduit', 'Under 26']);
    expect(await said('it')).to.deep.equal(['it', 'La nuit des ondes', 'Im Dunkeln.', 'Tarif réduit', 'Moins de 26 ans']);
    for (const lang of ['fr', 'de', 'es'] as const) expect((await said(lang))[0]).to.equal(lang);
  });

  it('has sessions of an offer that is asked for only, of today and six more days, and none of an offer there is not', async () => {
    // Noon in Paris is 10:00 UTC: the day began at 22:00 and ends a week later at 22:00.
    const dayBefore = new Date('2026-06-15T21:59:59Z');
    const [first, last] = [new Date('2026-06-15T22:00:00Z'), new Date('2026-06-22T21:59:59Z')];
    const { catalog, offer, ids, site } = await aShow([dayBefore, first, last, new Date(last.getTime() + 1000)]);
    expect(await catalog()).to.not.have.property('sessions');
    const { sessions } = await catalog({ offer: offer.id });
    expect(sessions?.map(({ id }) => id)).to.deep.equal([ids[1], ids[2]]);
    expect(sessions?.[1]).to.deep.equal({
      id: ids[2],
      offerId: offer.id,
      start: last.toISOString(),
      end: new Date(last.getTime() + HOUR_MS).toISOString(),
      capacity: 10,
      remaining: 10,
      fill: 0,
      status: 'open',
      bookingUrl: `https://till.example/billetterie/${site.slug}#o=${offer.id}&d=2026-06-22&s=${ids[2]}`,
    });
    expect(sessions?.[0]?.status).to.equal('past');
    expect((await catalog({ offer: 'nothing' })).sessions).to.deep.equal([]);
    expect((await catalog({ offer: offer.id, from: '2026-06-15', days: 1 })).sessions?.map(({ id }) => id)).to.deep.equal([ids[0]]);
    expect((await catalog({ offer: offer.id, from: '2026-06-22', days: 31 })).sessions?.map(({ id }) => id)).to.deep.equal([
      ids[2],
      ids[3],
    ]);
  });

  it('has the whole of a day on which clocks change, twenty-three hours or twenty-five', async () => {
    const spring = ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z'];
    const autumn = ['2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'];
    for (const [from, starts] of [
      ['2026-03-29', spring],
      ['2026-10-25', autumn],
    ] as const) {
      const { catalog, offer } = await aShow(starts.map((start) => new Date(start)));
      const { sessions } = await catalog({ offer: offer.id, from, days: 1 });
      expect(sessions?.map(({ start }) => Date.parse(start))).to.deep.equal(starts.slice(1, 3).map((start) => Date.parse(start)));
      expect(sessions?.every(({ bookingUrl }) => bookingUrl.includes(`&d=${from}&`))).to.equal(true);
    }
  });

  it('says what is left as it is taken, and which session is next that has a seat', async () => {
    const { catalog, calls, call, take, offer, ids, clock } = await aShow([0, 30, 60, 90].map((minutes) => minutesAfter(NOON, minutes)));
    const [begun = '', full = '', cancelled = '', few = ''] = ids;
    await take(full, 4, 6);
    await take(few, 8);
    await calls('cancelSession', call, { id: cancelled });
    clock.advance(1000);
    const { offers, sessions } = await catalog({ offer: offer.id });
    expect(sessions?.map(({ id, remaining, fill, status }) => [id, remaining, fill, status])).to.deep.equal([
      [begun, 10, 0, 'past'],
      [full, 0, 1, 'full'],
      [few, 2, 0.8, 'few'],
    ]);
    expect(offers[0]?.nextSession).to.equal(minutesAfter(NOON, 90).toISOString());
    clock.advance(2 * HOUR_MS);
    expect((await catalog()).offers[0]).to.include({ nextSession: null, from: '2026-06-16', until: '2026-06-16' });
  });

  it('shows no sessions of an offer that is sold at the desk alone', async () => {
    const { catalog, offer } = await aShow([minutesAfter(NOON, 60)], { online: false });
    expect((await catalog({ offer: offer.id })).sessions).to.deep.equal([]);
  });

  it('is of museums that have switched it on', async () => {
    const on = { ...aSite().features, onlineTickets: true };
    for (const changes of [
      { features: { ...on, onlineTickets: false } },
      { trade: 'shop' as const, features: on },
      { trade: 'bar' as const, features: on },
    ]) {
      expect((await refusalOf((await aMuseum(changes)).catalog())).code).to.equal('unknown_shop');
    }
    const { catalog } = await aMuseum();
    for (const slug of ['nobody', 'no\u0000body']) expect((await refusalOf(catalog({ slug }))).code).to.equal('unknown_shop');
    expect((await catalog()).offers).to.deep.equal([]);
  });

  it('keeps the days of the establishment at midnight, wherever it is', async () => {
    const museum = await aMuseum({ timezone: 'Pacific/Auckland' });
    const { id: offerId } = await museum.calls('createOffer', museum.call, { ...SHOW, rates: [REDUCED] });
    // 10:00 UTC on 16 June is 22:00 there: today ends two hours later.
    for (const hours of [1, 3, 26])
      await museum.calls('createSession', museum.call, { offerId, startsAt: new Date(NOON.getTime() + hours * HOUR_MS) });
    const days = async (from?: string) =>
      (await museum.catalog({ offer: offerId, from, days: 1 })).sessions?.map(({ bookingUrl }) => /&d=([^&]+)/.exec(bookingUrl)?.[1]);
    expect(await days()).to.deep.equal(['2026-06-16']);
    expect(await days('2026-06-17')).to.deep.equal(['2026-06-17']);
    museum.clock.set(new Date(NOON.getTime() + DAY_MS));
    expect(await days()).to.deep.equal(['2026-06-17']);
  });
});
