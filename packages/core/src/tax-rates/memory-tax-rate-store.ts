import { compareText } from '../kit/compare-text.js';
import { type CrudTable, rowsOfSite } from '../kit/memory-crud-store.js';
import { listRows, makeMemoryVersionedStore } from '../kit/memory-versioned-store.js';
import { byCountry, isInForce, overlaps, type TaxRate } from './tax-rate.js';
import type { TaxRateQuery, TaxRateSort, TaxRateStore, TaxRateViews } from './tax-rate-store.js';

export function makeMemoryTaxRates(table: CrudTable<TaxRate>): { store: TaxRateStore; views: TaxRateViews } {
  const searched = ({ name, country, category }: TaxRate) => `${name}\n${country}\n${category}`;
  const { store, views } = makeMemoryVersionedStore(table, { sort: byCountry, searched, inUse: () => false, clash: overlaps });
  const ofCountry: TaxRateViews['ofCountry'] = async (scope, country) =>
    rowsOfSite(table.committed, scope)
      .filter((rate) => rate.country === country)
      .sort(byCountry);
  return {
    store,
    views: {
      get: views.get,
      list: async (scope, { sort = 'country', ...query }) =>
        listRows(table, scope, query, { searched, sort: SORTED[sort], isMeant: (rate) => isMeant(rate, query) }),
      ofCountry,
      inForce: async (scope, country, category, day) =>
        (await ofCountry(scope, country)).find((rate) => rate.category === category && isInForce(rate, day)) ?? null,
    },
  };
}

function isMeant(rate: TaxRate, { country, category, on }: TaxRateQuery): boolean {
  return (
    (country === undefined || rate.country === country) &&
    (category === undefined || rate.category === category) &&
    (on === undefined || isInForce(rate, on))
  );
}

type Compare = (left: TaxRate, right: TaxRate) => number;

const byName: Compare = (left, right) => compareText(left.name, right.name) || compareText(left.id, right.id);
const byRate: Compare = (left, right) => left.basisPoints - right.basisPoints || compareText(left.id, right.id);
const byStart: Compare = (left, right) => compareText(left.validFrom ?? '', right.validFrom ?? '') || compareText(left.id, right.id);

const SORTED: Readonly<Record<TaxRateSort, Compare>> = {
  country: byCountry,
  name: byName,
  '-name': (left, right) => byName(right, left),
  basisPoints: byRate,
  '-basisPoints': (left, right) => byRate(right, left),
  validFrom: byStart,
  '-validFrom': (left, right) => byStart(right, left),
};
