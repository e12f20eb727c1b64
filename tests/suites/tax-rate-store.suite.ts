import type { PageInput } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { TaxRate } from '@comptoir/core/tax-rates/tax-rate.js';
import type { TaxRateQuery } from '@comptoir/core/tax-rates/tax-rate-store.js';
import { expect } from 'chai';
import { establish, establishBeside, FIRST_PAGE } from './builders.js';
import { aTaxRate } from './reference-builders.js';
import { atOnce, describePort, type Open, refusalOf } from './suite.js';

/** What any store of tax rates must do. */
export function exerciseTaxRateStore(name: string, open: Open): void {
  describePort('TaxRateStore', name, open, (persistence) => {
    const create = async (scope: Scope, ...rates: TaxRate[]) => {
      for (const rate of rates) await persistence.transact(scope, ({ taxRates }) => taxRates.create(scope, rate));
    };

    it('finds the rate in force on the first and the last day of its time, and none beside them', async () => {
      const { scope } = await establish(persistence);
      const [old, now] = [
        aTaxRate({ basisPoints: 1960, validTo: '2013-12-31' }),
        aTaxRate({ validFrom: '2014-01-01', validTo: '2029-12-31' }),
      ];
      await create(scope, old, now);

      const on = async (day: string) => (await persistence.views.taxRates.inForce(scope, 'FR', 'standard', day))?.basisPoints ?? null;
      expect(await Promise.all(['2000-01-01', '2013-12-31', '2014-01-01', '2029-12-31', '2030-01-01'].map(on))).to.deep.equal([
        1960,
        1960,
        2000,
        2000,
        null,
      ]);
      expect(await persistence.views.taxRates.inForce(scope, 'FR', 'reduced', '2020-01-01')).to.equal(null);
      expect(await persistence.views.taxRates.inForce(scope, 'DE', 'standard', '2020-01-01')).to.equal(null);
    });

    it('refuses a rate that overlaps another of its country and category by a single day', async () => {
      const { scope } = await establish(persistence);
      await create(scope, aTaxRate({ validFrom: '2014-01-01', validTo: '2020-06-30' }));

      for (const rate of [{ validFrom: '2020-06-30' }, { validTo: '2014-01-01' }, {}, { validFrom: '2015-01-01', validTo: '2015-01-02' }]) {
        expect((await refusalOf(create(scope, aTaxRate(rate)))).code, JSON.stringify(rate)).to.equal('duplicate');
      }
      await create(scope, aTaxRate({ validFrom: '2020-07-01' }), aTaxRate({ category: 'reduced' }), aTaxRate({ country: 'BE' }));
      expect((await persistence.views.taxRates.ofCountry(scope, 'FR')).length).to.equal(3);
    });

    it('refuses a change that makes two rates overlap, and keeps what was there', async () => {
      const { scope } = await establish(persistence);
      const [first, second] = [aTaxRate({ validTo: '2013-12-31' }), aTaxRate({ validFrom: '2014-01-01' })];
      await create(scope, first, second);

      const change = (validTo: string) =>
        persistence.transact(scope, ({ taxRates }) => taxRates.change(scope, first.id, (rate) => ({ ...rate, validTo, version: 2 })));
      expect((await refusalOf(change('2014-01-01'))).code).to.equal('duplicate');
      expect(await persistence.views.taxRates.get(scope, first.id)).to.deep.equal(first);
      expect(await change('2012-12-31')).to.deep.equal({ ...first, validTo: '2012-12-31', version: 2 });
    });

    it('accepts one of many overlapping rates that are entered at once', async () => {
      const { scope } = await establish(persistence);

      const outcomes = await atOnce(8, (index) =>
        create(scope, aTaxRate({ basisPoints: index })).then(
          () => 'created',
          () => 'refused',
        ),
      );

      expect(outcomes.filter((outcome) => outcome === 'created')).to.have.length(1);
      expect(await persistence.views.taxRates.ofCountry(scope, 'FR')).to.have.length(1);
    });

    it('keeps the rates of two establishments of a tenant apart', async () => {
      const one = await establish(persistence);
      const other = await establishBeside(persistence, one);
      await create(one.scope, aTaxRate());
      await create(other.scope, aTaxRate({ basisPoints: 850 }));

      expect((await persistence.views.taxRates.list(one.scope, FIRST_PAGE)).items.map(({ basisPoints }) => basisPoints)).to.deep.equal([
        2000,
      ]);
      expect((await persistence.views.taxRates.inForce(other.scope, 'FR', 'standard', '2026-01-01'))?.basisPoints).to.equal(850);
    });

    it('lists those of a country, of a category or in force on a day, and sorts them as it is asked to', async () => {
      const { scope } = await establish(persistence);
      const [old, now, reduced, german] = [
        aTaxRate({ id: 'a', name: 'Ancien', basisPoints: 1960, validTo: '2013-12-31' }),
        aTaxRate({ id: 'b', name: 'Taux', basisPoints: 2000, validFrom: '2014-01-01' }),
        aTaxRate({ id: 'c', name: 'Réduit', category: 'reduced', basisPoints: 550, validFrom: '2012-01-01' }),
        aTaxRate({ id: 'd', name: 'MwSt', country: 'DE', basisPoints: 1900 }),
      ];
      await create(scope, old, now, reduced, german);
      const listed = async (query: Omit<TaxRateQuery, keyof PageInput>) =>
        (await persistence.views.taxRates.list(scope, { ...FIRST_PAGE, ...query })).items.map(({ id }) => id).join('');

      expect(await listed({ country: 'FR' })).to.equal('cba');
      expect(await listed({ category: 'reduced' })).to.equal('c');
      expect(await listed({ on: '2013-12-31' })).to.equal('dca');
      expect(await listed({ on: '2014-01-01', country: 'FR', category: 'standard' })).to.equal('b');
      expect(await listed({ sort: 'name' })).to.equal('adcb');
      expect(await listed({ sort: '-name' })).to.equal('bcda');
      expect(await listed({ sort: 'basisPoints' })).to.equal('cdab');
      expect(await listed({ sort: '-basisPoints' })).to.equal('badc');
      expect(await listed({ sort: 'validFrom' })).to.equal('adcb');
      expect(await listed({ sort: '-validFrom' })).to.equal('bcda');
      const second = await persistence.views.taxRates.list(scope, { page: 2, pageSize: 1, country: 'FR', sort: 'name', search: 'ancien' });
      expect(second).to.deep.equal({ items: [], total: 1, page: 2, pageSize: 1 });
    });

    it('lists by country and category, the newest first, and forgets what is deleted', async () => {
      const { scope } = await establish(persistence);
      const rates = [
        aTaxRate({ country: 'BE' }),
        aTaxRate({ category: 'reduced', name: 'Réduit' }),
        aTaxRate({ validFrom: '2014-01-01' }),
        aTaxRate({ validTo: '2013-12-31' }),
      ];
      await create(scope, ...[...rates].reverse());

      expect((await persistence.views.taxRates.list(scope, FIRST_PAGE)).items).to.deep.equal(rates);
      expect((await persistence.views.taxRates.list(scope, { ...FIRST_PAGE, search: 'réd' })).items).to.deep.equal(rates.slice(1, 2));
      const [gone] = rates;
      expect(await persistence.transact(scope, ({ taxRates }) => taxRates.delete(scope, gone?.id ?? ''))).to.equal(true);
      expect((await persistence.views.taxRates.list(scope, FIRST_PAGE)).total).to.equal(3);
    });
  });
}
