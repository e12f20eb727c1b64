import { type CrudTable, rowsOfSite } from '../kit/memory-crud-store.js';
import { makeMemoryVersionedStore } from '../kit/memory-versioned-store.js';
import { byCountry, isInForce, overlaps, type TaxRate } from './tax-rate.js';
import type { TaxRateStore, TaxRateViews } from './tax-rate-store.js';

export function makeMemoryTaxRates(table: CrudTable<TaxRate>): { store: TaxRateStore; views: TaxRateViews } {
  const { store, views } = makeMemoryVersionedStore(table, {
    sort: byCountry,
    searched: ({ name, country, category }) => `${name}\n${country}\n${category}`,
    inUse: () => false,
    clash: overlaps,
  });
  const ofCountry: TaxRateViews['ofCountry'] = async (scope, country) =>
    rowsOfSite(table.committed, scope)
      .filter((rate) => rate.country === country)
      .sort(byCountry);
  return {
    store,
    views: {
      ...views,
      ofCountry,
      inForce: async (scope, country, category, day) =>
        (await ofCountry(scope, country)).find((rate) => rate.category === category && isInForce(rate, day)) ?? null,
    },
  };
}
