import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { newlyVersioned } from '../kit/versioned.js';
import { versionedCrud } from '../kit/versioned-crud.js';
import { wallTimeAt } from '../sites/wall-time.js';
import { COUNTRIES_WITH_DEFAULTS, defaultRatesOf } from './default-rates.js';
import { overlaps, type TaxRate } from './tax-rate.js';
import { countryCode, resolveTaxInput, taxRateFields, taxRatePatch, taxRateQuery, taxRateRecord } from './tax-rate-contract.js';

const READ = { kind: 'permission', permissions: ['taxRates:read'] } as const;
const WRITE = { kind: 'permission', permissions: ['taxRates:write'] } as const;

/** The `taxRates` router. */
export function taxRatesRouter() {
  return {
    ...versionedCrud<TaxRate>(
      { one: 'tax rate', many: 'tax rates' },
      { record: taxRateRecord, fields: taxRateFields, patch: taxRatePatch },
      { store: ({ taxRates }) => taxRates, views: ({ taxRates }) => taxRates },
      { read: 'taxRates:read', write: 'taxRates:write', delete: 'taxRates:delete' },
      (fields, kept) => ({ ...fields, ...kept }),
    ),
    list: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'One page of the tax rates, by country and category unless told; `search` looks in name, country and category.',
      input: taxRateQuery.prefault({}),
      output: pageOf(taxRateRecord),
      run: async (context, query) => {
        const { items, ...page } = await context.services.views.taxRates.list(siteScopeOf(context), query);
        return { ...page, items: [...items] };
      },
    }),
    resolve: defineProcedure({
      type: 'query',
      access: READ,
      summary: 'The rate that is in force in a country on a day (today when left out), for a category (the standard one).',
      input: resolveTaxInput,
      output: taxRateRecord,
      errors: ['unknown_record'],
      run: async (context, { country, date, category }) => {
        const scope = siteScopeOf(context);
        const { views, clock } = context.services;
        const day = date ?? wallTimeAt(clock.now(), (await views.sites.get(scope))?.timezone ?? 'UTC').date;
        const rate = await views.taxRates.inForce(scope, country, category, day);
        if (rate === null) throw new DomainError('unknown_record', { message: 'No rate is in force there on that day.' });
        return rate;
      },
    }),
    defaults: defineProcedure({
      type: 'mutation',
      access: WRITE,
      summary: `Enters the rates of a country as its law has them, where they do not overlap with what is entered already. Known: ${COUNTRIES_WITH_DEFAULTS.join(', ')}.`,
      input: z.object({ country: countryCode }),
      output: z.object({ created: z.array(taxRateRecord), skipped: z.int() }),
      errors: ['not_available'],
      run: async (context, { country }) => {
        const { services } = context;
        const scope = siteScopeOf(context);
        const rates = defaultRatesOf(country);
        if (rates.length === 0) throw new DomainError('not_available', { message: 'The rates of this country are not known here.' });
        const present = await services.views.taxRates.ofCountry(scope, country);
        const missing = rates
          .map((fields) => ({ ...fields, ...newlyVersioned(services.ids.uuid(), services.clock.now()) }))
          .filter((rate) => !present.some((other) => overlaps(rate, other)));
        await services.unitOfWork(scope, async (_services, { taxRates }) => {
          for (const rate of missing) await taxRates.create(scope, rate);
        });
        return { created: missing, skipped: rates.length - missing.length };
      },
    }),
  };
}
