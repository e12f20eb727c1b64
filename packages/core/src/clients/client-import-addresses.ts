import { canonicalJson } from '../kit/digest.js';
import type { Client, ClientAddress } from './client.js';
import { plainAddress } from './client-columns.js';

/** The addresses of a line of an import: one in columns of its own, the others in one cell. */

export type SentAddress = Omit<ClientAddress, 'id'>;

/** What a line says of addresses; undefined where it has no such column. */
export interface AddressCells {
  readonly line1?: string | null | undefined;
  readonly line2?: string | null | undefined;
  readonly postcode?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly addresses?: readonly SentAddress[] | undefined;
}

const NOTHING_ELSE = { label: null, name: null, company: null, phone: null };

/**
 * The addresses of the client after the line, the one in columns first; undefined where the line leaves them. `half`: an address in
 * columns lacks what every address has.
 */
export function sentAddresses(cells: AddressCells, before: Client | null): readonly SentAddress[] | undefined | 'half' {
  const { line1, line2, postcode, city, country, addresses } = cells;
  const columns = [line1, line2, postcode, city, country];
  const hasColumns = columns.some((cell) => cell !== undefined);
  if (!hasColumns && addresses === undefined) return undefined;
  const known = before === null ? undefined : plainAddress(before);
  const others = addresses ?? before?.addresses.filter((address) => address !== known).map(contentOf) ?? [];
  if (!hasColumns) return known === undefined ? others : [contentOf(known), ...others];
  if (columns.every((cell) => cell === null || cell === undefined)) return others;
  if (!line1 || !postcode || !city || !country) return 'half';
  return [{ ...NOTHING_ELSE, line1, line2: line2 ?? null, postcode, city, country }, ...others];
}

/** The client with these addresses; those it has already keep their ids, and the same ones in another order are no change. */
export function withSentAddresses(client: Client, sent: readonly SentAddress[] | undefined, makeId: () => string): Client {
  if (sent === undefined || isSame(sent, client.addresses.map(contentOf))) return client;
  const left = [...client.addresses];
  const addresses = sent.map((address) => {
    const index = left.findIndex((known) => canonicalJson(contentOf(known)) === canonicalJson(address));
    const [known] = index < 0 ? [] : left.splice(index, 1);
    return { ...address, id: known?.id ?? makeId() };
  });
  const kept = (id: string | null) => (addresses.some((address) => address.id === id) ? id : (addresses[0]?.id ?? null));
  return { ...client, addresses, billingAddressId: kept(client.billingAddressId), deliveryAddressId: kept(client.deliveryAddressId) };
}

function contentOf({ id: _id, ...content }: ClientAddress): SentAddress {
  return content;
}

function isSame(left: readonly SentAddress[], right: readonly SentAddress[]): boolean {
  const sorted = (addresses: readonly SentAddress[]) => addresses.map(canonicalJson).sort();
  return canonicalJson(sorted(left)) === canonicalJson(sorted(right));
}
