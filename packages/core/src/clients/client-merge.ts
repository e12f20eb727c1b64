import { DomainError } from '../kit/errors.js';
import type { Client, ClientAddress, Consent } from './client.js';
import { mustBeEditable } from './client-rules.js';

/**
 * What two records of one client become. The one that stays keeps what it says of itself and takes the rest: nothing that only one
 * of them knew is lost, and what both knew differently can still be read in the record that was merged, which stays as a pointer.
 */
export interface Merged {
  readonly from: Client;
  readonly into: Client;
}

/** Throws `invalid_request` for one record, `invalid_transition` for one that is merged or anonymous already, `stale`. */
export function merge(from: Client, into: Client, now: Date, version: number | null): Merged {
  if (from.id === into.id) {
    throw new DomainError('invalid_request', { issues: [{ path: 'intoId', message: 'A client is not merged into itself.' }] });
  }
  mustBeEditable(from, null);
  mustBeEditable(into, version);
  const moved = newAddresses(from, into);
  const addressId = (id: string | null) => sameAddressId(id, from, into);
  return {
    from: { ...from, mergedInto: into.id, updatedAt: now, version: from.version + 1 },
    into: {
      ...into,
      ...missingName(from, into),
      company: into.company ?? from.company,
      email: into.email ?? from.email,
      phone: into.phone ?? from.phone,
      language: into.language ?? from.language,
      vatNumber: into.vatNumber ?? from.vatNumber,
      registration: into.registration ?? from.registration,
      birthday: into.birthday ?? from.birthday,
      externalId: into.externalId ?? from.externalId,
      addresses: [...into.addresses, ...moved],
      billingAddressId: into.billingAddressId ?? addressId(from.billingAddressId),
      deliveryAddressId: into.deliveryAddressId ?? addressId(from.deliveryAddressId),
      tags: [...new Set([...into.tags, ...from.tags])],
      emailConsent: mergedConsent(from, into),
      customInputs: { ...from.customInputs, ...into.customInputs },
      createdAt: new Date(Math.min(from.createdAt.getTime(), into.createdAt.getTime())),
      updatedAt: now,
      version: into.version + 1,
    },
  };
}

/** First and last name go together: half a name of each would be nobody's. */
function missingName(from: Client, into: Client): Pick<Client, 'firstName' | 'lastName'> {
  const { firstName, lastName } = into.firstName === null && into.lastName === null ? from : into;
  return { firstName, lastName };
}

/** Consent was given for an address, so it goes with the one that is kept; that it was withdrawn counts for the person, if later. */
function mergedConsent(from: Client, into: Client): Consent | null {
  const [kept, other] = into.email === null && from.email !== null ? [from, into] : [into, from];
  const withdrawn = other.emailConsent;
  if (withdrawn === null || withdrawn.granted) return kept.emailConsent;
  return kept.emailConsent === null || withdrawn.at >= kept.emailConsent.at ? withdrawn : kept.emailConsent;
}

function newAddresses(from: Client, into: Client): readonly ClientAddress[] {
  const known = new Set(into.addresses.map(contentOf));
  return from.addresses.filter((address) => !known.has(contentOf(address)));
}

/** Where the address of the merged client is found in the one that stays. */
function sameAddressId(id: string | null, from: Client, into: Client): string | null {
  const address = from.addresses.find((candidate) => candidate.id === id);
  if (address === undefined) return null;
  const twin = into.addresses.find((candidate) => contentOf(candidate) === contentOf(address));
  return twin?.id ?? address.id;
}

function contentOf({ name, company, line1, line2, postcode, city, country, phone }: ClientAddress): string {
  return JSON.stringify([name, company, line1, line2, postcode, city, country, phone]);
}
