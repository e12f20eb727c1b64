import type { PostalAddress } from '@comptoir/core/kit/postal-address.js';
import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import { codeIn, type Row, scalar, textIn } from './row.js';
import { linked } from './row-lists.js';
import type { ShopReads } from './shop-reads.js';

/** Where the shop leaves out what an address has to have here. */
const NONE = '-';
/** ISO 3166 leaves it to its users; elsewhere too it stands for a country that is not known. */
const UNKNOWN_COUNTRY = 'ZZ';

export type AddressMaker = (row: Row) => PostalAddress;

/** Reads the countries and states of the addresses, and returns what makes one of a row. */
export async function addressesOf(reads: ShopReads, rows: readonly Row[], signal: StopSignal): Promise<AddressMaker> {
  const [countries, states] = await Promise.all([
    reads.knownReadable('countries', linked(rows, 'id_country'), signal),
    reads.knownReadable('states', linked(rows, 'id_state'), signal),
  ]);
  return (row) => postalAddressOf(row, namedBy(countries, row, 'id_country'), namedBy(states, row, 'id_state'));
}

function namedBy(known: ReadonlyMap<string, Row> | null, row: Row, field: string): string | null {
  const found = known?.get(scalar(row[field]));
  return found === undefined ? null : textIn(found, 'iso_code');
}

/** Cut to what an address may hold here: the shop has longer fields, and what is missing in one must not lose an order. */
function postalAddressOf(row: Row, country: string | null, state: string | null): PostalAddress {
  const city = cut(textIn(row, 'city'), 80) ?? NONE;
  return {
    name: cut([textIn(row, 'firstname'), textIn(row, 'lastname')].filter((part) => part !== null).join(' '), 120),
    company: cut(textIn(row, 'company'), 120),
    line1: cut(textIn(row, 'address1'), 120) ?? NONE,
    line2: cut(textIn(row, 'address2'), 120),
    postcode: cut(codeIn(row, 'postcode'), 20) ?? NONE,
    // An address has no field for its state, and in large countries the same city is in several.
    city: cut(state === null ? city : `${city}, ${state}`, 80) ?? NONE,
    country: country !== null && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : UNKNOWN_COUNTRY,
    phone: phoneIn(row),
  };
}

export function phoneIn(row: Row): string | null {
  return cut(codeIn(row, 'phone_mobile') ?? codeIn(row, 'phone'), 40);
}

/** The first characters, whole ones; null: none. */
function cut(text: string | null, max: number): string | null {
  if (text === null || text.length <= max) return text === '' ? null : text;
  // Half a character at the end would be no text any more.
  const kept = text
    .slice(0, max)
    .replace(/\p{Cs}$/u, '')
    .trim();
  return kept === '' ? null : kept;
}
