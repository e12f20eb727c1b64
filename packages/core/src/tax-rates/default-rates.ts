import type { FieldsOf } from '../kit/versioned.js';
import type { TaxCategory, TaxRate } from './tax-rate.js';

interface CountryRates {
  /** What the tax is called there. */
  readonly tax: string;
  /** From when the rates have been as they are, all of them together. */
  readonly since: string;
  /** In basis points. */
  readonly rates: Readonly<Partial<Record<TaxCategory, number>>>;
}

/**
 * The rates of value added tax of the mainland of each country, as of 2026. Sources: European Commission, "VAT rates applied in the
 * Member States of the European Union" (Taxes in Europe Database); for France also CGI art. 278, 278 bis, 279 and 281 quater to
 * octies (which apply in Monaco too), for the United Kingdom gov.uk "VAT rates", for Switzerland MWSTG art. 25.
 * `since` is the day the last of the shown rates took effect. Territories with rates of their own (Corsica, the Canaries, Madeira …)
 * are entered by hand.
 */
const DEFAULTS: Readonly<Record<string, CountryRates>> = {
  BE: { tax: 'TVA/BTW', since: '1996-01-01', rates: { standard: 2100, intermediate: 1200, reduced: 600, zero: 0 } },
  CH: { tax: 'MWST/TVA', since: '2024-01-01', rates: { standard: 810, intermediate: 380, reduced: 260 } },
  DE: { tax: 'MwSt.', since: '2021-01-01', rates: { standard: 1900, reduced: 700 } },
  ES: { tax: 'IVA', since: '2012-09-01', rates: { standard: 2100, reduced: 1000, 'super-reduced': 400 } },
  FR: { tax: 'TVA', since: '2014-01-01', rates: { standard: 2000, intermediate: 1000, reduced: 550, 'super-reduced': 210 } },
  GB: { tax: 'VAT', since: '2011-01-04', rates: { standard: 2000, reduced: 500, zero: 0 } },
  IT: { tax: 'IVA', since: '2016-01-01', rates: { standard: 2200, intermediate: 1000, reduced: 500, 'super-reduced': 400 } },
  LU: { tax: 'TVA', since: '2024-01-01', rates: { standard: 1700, intermediate: 1400, reduced: 800, 'super-reduced': 300 } },
  MC: { tax: 'TVA', since: '2014-01-01', rates: { standard: 2000, intermediate: 1000, reduced: 550, 'super-reduced': 210 } },
  NL: { tax: 'btw', since: '2019-01-01', rates: { standard: 2100, reduced: 900, zero: 0 } },
  PT: { tax: 'IVA', since: '2011-01-01', rates: { standard: 2300, intermediate: 1300, reduced: 600 } },
};

/** The countries whose rates are known here. */
export const COUNTRIES_WITH_DEFAULTS = Object.keys(DEFAULTS);

/** The rates of a country, as they are entered; empty for a country that is not known here. */
export function defaultRatesOf(country: string): readonly FieldsOf<TaxRate>[] {
  const known = DEFAULTS[country];
  if (known === undefined) return [];
  const { tax, since, rates } = known;
  return categoriesOf(rates).map(([category, basisPoints]) => ({
    name: `${tax} ${basisPoints / 100} %`,
    country,
    category,
    basisPoints,
    validFrom: since,
    validTo: null,
  }));
}

function categoriesOf(rates: CountryRates['rates']): readonly (readonly [TaxCategory, number])[] {
  return Object.entries(rates) as readonly (readonly [TaxCategory, number])[];
}
