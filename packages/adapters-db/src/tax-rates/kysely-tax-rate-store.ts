import type { TaxRate } from '@comptoir/core/tax-rates/tax-rate.js';
import type { TaxRateQuery, TaxRateSort, TaxRateStore, TaxRateViews } from '@comptoir/core/tax-rates/tax-rate-store.js';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { makeKyselyVersionedStore, makeKyselyVersionedViews, type VersionedTable, versionedRows } from '../kit/versioned-store.js';

const TABLE: VersionedTable<TaxRate> = {
  name: 'tax_rates',
  columns: {
    id: 'id',
    name: 'name',
    country: 'country',
    category: 'category',
    basisPoints: 'basis_points',
    validFrom: 'valid_from',
    validTo: 'valid_to',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  },
  json: [],
  derived: () => ({}),
  counters: [],
  orderBy: [sql`country collate "C"`, sql`category collate "C"`, sql`valid_from desc nulls last`],
  searched: ['name', 'country', 'category'],
};

/** That no two rates overlap is a constraint of the table, so that it holds for whoever writes at the same time. */
export function makeKyselyTaxRates(db: Handle): TaxRateStore {
  return makeKyselyVersionedStore(db, TABLE);
}

function askedFor({ country, category, on }: TaxRateQuery): readonly RawBuilder<unknown>[] {
  return [
    ...(country === undefined ? [] : [sql`country = ${country}`]),
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    ...(on === undefined ? [] : [sql`daterange(valid_from, valid_to, '[]') @> ${on}::date`]),
  ];
}

const [ID, ID_DOWN] = [sql`id collate "C"`, sql`id collate "C" desc`];

const SORTS: Readonly<Record<TaxRateSort, readonly RawBuilder<unknown>[]>> = {
  country: [...TABLE.orderBy, ID],
  name: [sql`name collate "C"`, ID],
  '-name': [sql`name collate "C" desc`, ID_DOWN],
  basisPoints: [sql`basis_points`, ID],
  '-basisPoints': [sql`basis_points desc`, ID_DOWN],
  validFrom: [sql`valid_from nulls first`, ID],
  '-validFrom': [sql`valid_from desc nulls last`, ID_DOWN],
};

export function makeKyselyTaxRateViews(db: Handle): TaxRateViews {
  const { tableName, ofSite, selected, read, list } = versionedRows<TaxRate>(db, TABLE);
  return {
    get: makeKyselyVersionedViews(db, TABLE).get,
    list: (scope, { sort = 'country', ...query }) => list(scope, query, askedFor(query), SORTS[sort]),
    async inForce(scope, country, category, day) {
      const rates = await read(sql`
        select ${selected} from ${tableName}
        where ${ofSite(scope)} and country = ${country} and category = ${category}
          and daterange(valid_from, valid_to, '[]') @> ${day}::date`);
      return rates[0] ?? null;
    },
    ofCountry: (scope, country) =>
      read(sql`
        select ${selected} from ${tableName} where ${ofSite(scope)} and country = ${country}
        order by ${sql.join([...TABLE.orderBy, sql`id collate "C"`])}`),
  };
}
