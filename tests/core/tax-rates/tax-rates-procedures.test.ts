import { COUNTRIES_WITH_DEFAULTS, defaultRatesOf } from '@comptoir/core/tax-rates/default-rates.js';
import { overlaps } from '@comptoir/core/tax-rates/tax-rate.js';
import { taxRatesRouter } from '@comptoir/core/tax-rates/tax-rates-procedures.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { aTaxRate } from '../../suites/reference-builders.js';
import { refusalOf } from '../../suites/suite.js';
import { anOrganisation, callsOf } from '../organisation.js';
import { aBench } from '../support.js';

async function aShop() {
  const bench = aBench();
  const organisation = await anOrganisation(bench);
  const { call } = await organisation.joinAs('manager');
  return { ...bench, call, taxRates: callsOf('taxRates', taxRatesRouter()) };
}

describe('the taxRates router', () => {
  it('enters the rates of a country once, around what is there already', async () => {
    const { call, taxRates } = await aShop();
    await taxRates('create', call, { name: 'Ancien taux', country: 'FR', basisPoints: 1960, validTo: '2013-12-31' });
    await taxRates('create', call, { name: 'TVA réduite', country: 'FR', category: 'reduced', basisPoints: 550 });

    const first = await taxRates('defaults', call, { country: 'FR' });
    expect(first.created.map(({ category, basisPoints }) => [category, basisPoints])).to.deep.equal([
      ['standard', 2000],
      ['intermediate', 1000],
      ['super-reduced', 210],
    ]);
    expect(first.skipped).to.equal(1);
    expect(await taxRates('defaults', call, { country: 'FR' })).to.deep.equal({ created: [], skipped: 4 });
    expect((await refusalOf(taxRates('defaults', call, { country: 'AQ' }))).code).to.equal('not_available');
  });

  it('resolves the rate of a day, today when none is said', async () => {
    const { call, taxRates } = await aShop();
    await taxRates('defaults', call, { country: 'DE' });
    await taxRates('create', call, {
      name: 'MwSt. 16 %',
      country: 'DE',
      basisPoints: 1600,
      validFrom: '2020-07-01',
      validTo: '2020-12-31',
    });

    expect((await taxRates('resolve', call, { country: 'DE' })).basisPoints).to.equal(1900);
    expect((await taxRates('resolve', call, { country: 'DE', date: '2020-12-31' })).basisPoints).to.equal(1600);
    expect((await taxRates('resolve', call, { country: 'DE', category: 'reduced' })).basisPoints).to.equal(700);
    expect((await refusalOf(taxRates('resolve', call, { country: 'DE', date: '2019-01-01' }))).code).to.equal('unknown_record');
  });

  it('refuses overlapping times, also by a change, and times that end before they begin', async () => {
    const { call, taxRates } = await aShop();
    const old = await taxRates('create', call, { name: 'A', country: 'FR', basisPoints: 1960, validTo: '2013-12-31' });
    await taxRates('create', call, { name: 'B', country: 'FR', basisPoints: 2000, validFrom: '2014-01-01' });

    const again = taxRates('create', call, { name: 'C', country: 'FR', basisPoints: 1, validFrom: '2013-12-31', validTo: '2014-01-01' });
    expect((await refusalOf(again)).code).to.equal('duplicate');
    expect((await refusalOf(taxRates('update', call, { id: old.id, validTo: null }))).code).to.equal('duplicate');
    const backwards = await refusalOf(taxRates('update', call, { id: old.id, validFrom: '2014-01-01' }));
    expect([backwards.code, backwards.issues]).to.deep.equal([
      'invalid_request',
      [{ path: 'validTo', message: 'Must not be before validFrom' }],
    ]);
  });

  it('changes what is sent, clears what is null, and refuses a version that is not the last', async () => {
    const { call, taxRates } = await aShop();
    const rate = await taxRates('create', call, { name: 'A', country: 'FR', basisPoints: 1960, validFrom: '2000-01-01' });

    const after = await taxRates('update', call, { id: rate.id, name: 'B', validFrom: null, version: 1 });
    expect([after.name, after.basisPoints, after.validFrom, after.version]).to.deep.equal(['B', 1960, null, 2]);
    const stale = await refusalOf(taxRates('update', call, { id: rate.id, name: 'C', version: 1 }));
    expect([stale.code, stale.facts]).to.deep.equal(['stale', { version: 2 }]);
    expect((await refusalOf(taxRates('update', call, { id: 'nothing', name: 'C' }))).code).to.equal('unknown_record');
    expect(await taxRates('delete', call, { id: rate.id })).to.deep.equal({ id: rate.id });
    expect((await refusalOf(taxRates('get', call, { id: rate.id }))).code).to.equal('unknown_record');
  });
});

describe('the rates that are known', () => {
  it('have a standard rate each, and rates that differ', () => {
    for (const country of COUNTRIES_WITH_DEFAULTS) {
      const rates = defaultRatesOf(country);
      const points = rates.map(({ basisPoints }) => basisPoints);
      expect(rates[0]?.category, country).to.equal('standard');
      expect(Math.max(...points), country).to.equal(points[0]);
      expect(new Set(points).size, country).to.equal(points.length);
    }
    expect(defaultRatesOf('FR').map(({ name }) => name)).to.deep.equal(['TVA 20 %', 'TVA 10 %', 'TVA 5.5 %', 'TVA 2.1 %']);
    expect(defaultRatesOf('BE').map(({ basisPoints }) => basisPoints)).to.deep.equal([2100, 1200, 600, 0]);
  });
});

describe('two rates', () => {
  const day = fc.option(
    fc.integer({ min: 1, max: 9 }).map((number) => `2026-01-0${number}`),
    { nil: null },
  );
  const period = fc
    .tuple(day, day)
    .filter(([from, to]) => from === null || to === null || from <= to)
    .map(([validFrom, validTo]) => aTaxRate({ validFrom, validTo }));

  it('overlap exactly when there is a day on which both are in force', () => {
    const days = ['2025-12-31', ...Array.from({ length: 9 }, (_, index) => `2026-01-0${index + 1}`), '2026-01-10'];
    const holds = ({ validFrom, validTo }: ReturnType<typeof aTaxRate>, on: string) => (validFrom ?? '0') <= on && on <= (validTo ?? '9');
    fc.assert(
      fc.property(period, period, (one, other) => {
        expect(overlaps(one, other)).to.equal(days.some((on) => holds(one, on) && holds(other, on)));
        expect(overlaps(one, other)).to.equal(overlaps(other, one));
      }),
    );
  });
});
