import { expect } from 'chai';
import { FIRST_PAGE, HOUR_MS, minutesAfter, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aMuseum, FULL, REDUCED, SHOW } from './a-museum.js';

describe('offers', () => {
  it('are created with what was sent, the plainest for what was not, and an id for every rate', async () => {
    const { calls, call } = await aMuseum();
    const offer = await calls('createOffer', call, SHOW);
    expect(offer).to.deep.include({ kind: 'show', title: SHOW.title, description: {}, photo: null, online: true, position: 0, version: 1 });
    expect(offer.rates).to.deep.equal([
      { ...FULL, id: offer.rates[0]?.id, conditions: null, active: true },
      { ...REDUCED, id: offer.rates[1]?.id, active: true },
    ]);
    expect(new Set(offer.rates.map(({ id }) => id)).size).to.equal(2);
    expect(await calls('getOffer', call, { id: offer.id })).to.deep.equal(offer);
  });

  it('are refused where a field cannot be', async () => {
    const { calls, call } = await aMuseum();
    const faults: readonly object[] = [
      { title: {} },
      { title: { fr: '  ' } },
      { title: { nl: 'De nacht' } },
      { title: { fr: 'x'.repeat(121) } },
      { kind: 'concert' },
      { rates: [] },
      { rates: [{ ...FULL, priceCents: -1 }] },
      { rates: [{ ...FULL, priceCents: 12.5 }] },
      { rates: [{ ...FULL, taxBasisPoints: 10_001 }] },
      { rates: [{ ...FULL, name: {} }] },
      { rates: Array.from({ length: 31 }, () => FULL) },
      { durationMinutes: 0 },
    ];
    for (const fault of faults) {
      const refusal = await refusalOf(calls('createOffer', call, { ...SHOW, ...fault }));
      expect(refusal.code, JSON.stringify(fault)).to.equal('invalid_request');
    }
    expect((await calls('listOffers', call, FIRST_PAGE)).total).to.equal(0);
  });

  it('change in the fields that are sent, for who has seen the latest version', async () => {
    const { calls, call } = await aMuseum();
    const { id, rates } = await calls('createOffer', call, { ...SHOW, photo: '/p.webp' });
    const changed = await calls('updateOffer', call, { id, version: 1, title: { fr: 'Autre' }, photo: null });
    expect(changed).to.deep.include({ title: { fr: 'Autre' }, photo: null, durationMinutes: 60, version: 2 });
    expect(changed.rates).to.deep.equal(rates);
    expect((await refusalOf(calls('updateOffer', call, { id, version: 1, online: false }))).code).to.equal('stale');
    expect((await refusalOf(calls('updateOffer', call, { id: 'nothing', online: false }))).code).to.equal('unknown_record');
  });

  it('keep the ids of rates, and the rates that are left out, which are sold no more', async () => {
    const { calls, call } = await aMuseum();
    const { id, rates } = await calls('createOffer', call, SHOW);
    const [full, reduced] = rates;
    const sent = [
      { name: { fr: 'Enfant' }, priceCents: 500, taxBasisPoints: 550 },
      { ...FULL, id: full?.id, priceCents: 1300 },
    ];
    const changed = await calls('updateOffer', call, { id, rates: sent });
    expect(changed.rates.map((rate) => [rate.name.fr, rate.priceCents, rate.active])).to.deep.equal([
      ['Enfant', 500, true],
      ['Plein tarif', 1300, true],
      ['Tarif réduit', 0, false],
    ]);
    expect(changed.rates.slice(1).map((rate) => rate.id)).to.deep.equal([full?.id, reduced?.id]);
    const back = await calls('updateOffer', call, { id, rates: [{ ...REDUCED, id: reduced?.id }] });
    expect(back.rates.filter(({ active }) => active).map((rate) => rate.id)).to.deep.equal([reduced?.id]);
    expect(back.rates).to.have.length(3);
  });

  it('refuse a rate that is none of theirs, one that is named twice, and more than an offer may have had', async () => {
    const { calls, call } = await aMuseum();
    const { id, rates } = await calls('createOffer', call, SHOW);
    const other = await calls('createOffer', call, SHOW);
    const withRates = (sent: readonly object[]) => calls('updateOffer', call, { id, rates: sent });
    expect((await refusalOf(withRates([{ ...FULL, id: other.rates[0]?.id }]))).code).to.equal('unknown_rate');
    expect((await refusalOf(calls('createOffer', call, { ...SHOW, rates: [{ ...FULL, id: 'mine' }] }))).code).to.equal('unknown_rate');
    const twice = [FULL, FULL].map((rate) => ({ ...rate, id: rates[0]?.id }));
    expect((await refusalOf(withRates(twice))).code).to.equal('invalid_request');
    const thirty = Array.from({ length: 30 }, () => FULL);
    for (let round = 0; round < 6; round += 1) await withRates(thirty);
    expect((await refusalOf(withRates(thirty))).code).to.equal('invalid_request');
  });

  it('go off sale with their sessions to come, and are kept', async () => {
    const { calls, call, scope, clock, services, catalog } = await aMuseum();
    const { id } = await calls('createOffer', call, SHOW);
    const [over, coming] = [
      await calls('createSession', call, { offerId: id, startsAt: minutesAfter(NOON, 10) }),
      await calls('createSession', call, { offerId: id, startsAt: minutesAfter(NOON, 120) }),
    ];
    clock.advance(HOUR_MS);
    expect(await calls('deleteOffer', call, { id })).to.deep.equal({ id });
    expect((await calls('listOffers', call, {})).items).to.deep.equal([]);
    expect((await refusalOf(calls('getOffer', call, { id }))).code).to.equal('unknown_record');
    for (const again of [calls('deleteOffer', call, { id }), calls('updateOffer', call, { id, online: true })]) {
      expect((await refusalOf(again)).code).to.equal('unknown_record');
    }
    expect((await refusalOf(calls('createSession', call, { offerId: id, startsAt: NOON }))).code).to.equal('unknown_offer');
    expect((await services.views.offers.get(scope, id))?.deletedAt).to.deep.equal(clock.now());
    expect((await calls('getSession', call, { id: over.id })).cancelledAt).to.equal(null);
    expect((await calls('getSession', call, { id: coming.id })).cancelledAt).to.deep.equal(clock.now());
    expect(await catalog({ offer: id })).to.deep.include({ offers: [], sessions: [] });
  });

  it('stay on sale while somebody has booked a session to come', async () => {
    const { calls, call, take } = await aMuseum();
    const { id } = await calls('createOffer', call, SHOW);
    const booked = await calls('createSession', call, { offerId: id, startsAt: minutesAfter(NOON, 120), capacity: 10 });
    const free = await calls('createSession', call, { offerId: id, startsAt: minutesAfter(NOON, 60), capacity: 10 });
    await take(booked.id, 1);
    expect((await refusalOf(calls('deleteOffer', call, { id }))).code).to.equal('in_use');
    expect((await calls('getOffer', call, { id })).version).to.equal(1);
    expect((await calls('getSession', call, { id: free.id })).cancelledAt).to.equal(null);
  });

  it('tell those who keep answers, once they are committed, and never of what was refused', async () => {
    const { calls, call, heard, scope, services } = await aMuseum();
    const version = async () => (await services.views.sites.get(scope))?.version;
    const { id } = await calls('createOffer', call, SHOW);
    expect(heard).to.deep.equal([{ kind: 'site-changed', siteId: scope.siteId }]);
    expect(await version()).to.equal(2);
    await refusalOf(calls('updateOffer', call, { id, version: 9, online: false }));
    expect(heard).to.have.length(1);
    expect(await version()).to.equal(2);
  });
});
