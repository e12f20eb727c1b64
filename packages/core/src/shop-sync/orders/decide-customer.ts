import type { Client, ClientAddress, Consent } from '../../clients/client.js';
import { newClient } from '../../clients/client-rules.js';
import { canonicalJson } from '../../kit/digest.js';
import type { ShopCustomer } from '../shop-records.js';
import { type ShopValues, valuesOf } from './customer-values.js';
import { keptClientFacts, withShopFacts } from './shop-facts.js';

/** Where consent comes from that a shop asked for. */
const SHOP_SOURCE = 'shop';

/** A client who is new. */
export function newShopClient(id: string, customer: ShopCustomer, isFree: (email: string) => boolean, now: Date): Client {
  const createdAt = customer.createdAt !== null && customer.createdAt < now ? customer.createdAt : now;
  const nobody = { firstName: null, lastName: null, company: null, email: null, phone: null, language: null };
  const bare = {
    ...nobody,
    kind: valuesOf(customer).kind,
    vatNumber: null,
    registration: null,
    birthday: null,
    tags: [],
    customInputs: {},
    externalId: null,
  };
  const client = updatedShopClient({ ...newClient(id, bare, [], now), createdAt }, customer, isFree, now);
  return { ...client, version: 1 };
}

/**
 * The client after the shop has spoken. What the shop has changed since it was imported last is taken over; what it has not is left as people here
 * have it, and of a client whom it names for the first time it only fills what nobody knew. The very same client when nothing changes.
 */
export function updatedShopClient(before: Client, customer: ShopCustomer, isFree: (email: string) => boolean, now: Date): Client {
  const values = valuesOf(customer);
  const kept = keptClientFacts(before);
  const imported = kept?.imported ?? {};
  const mayHaveAddress = values.email === null || values.email === before.email || isFree(values.email);
  const addresses = mergedAddresses(before.addresses, values.addresses, addressesIn(imported));
  const facts = {
    updatedAt: customer.updatedAt?.toISOString() ?? null,
    guest: customer.guest,
    active: customer.active,
    imported: {
      ...values,
      email: mayHaveAddress ? values.email : imported.email,
      addresses: byId(values.addresses),
      newsletter: customer.newsletter,
    },
  };
  const after = {
    ...before,
    kind: chosen(before.kind, imported.kind, values.kind),
    firstName: chosen(before.firstName, imported.firstName, values.firstName),
    lastName: chosen(before.lastName, imported.lastName, values.lastName),
    company: chosen(before.company, imported.company, values.company),
    email: mayHaveAddress ? chosen(before.email, imported.email, values.email) : before.email,
    phone: chosen(before.phone, imported.phone, values.phone),
    language: chosen(before.language, imported.language, values.language),
    vatNumber: chosen(before.vatNumber, imported.vatNumber, values.vatNumber),
    registration: chosen(before.registration, imported.registration, values.registration),
    birthday: chosen(before.birthday, imported.birthday, values.birthday),
    addresses,
    billingAddressId: addressIdIn(addresses, before.billingAddressId),
    deliveryAddressId: addressIdIn(addresses, before.deliveryAddressId),
    emailConsent: consentAfter(before.emailConsent, imported.newsletter, customer.newsletter, now),
    externalId: customer.externalId,
    customInputs: withShopFacts(before.customInputs, customer.externalId, facts, customer.deleted),
  };
  return canonicalJson(after) === canonicalJson(before) ? before : { ...after, updatedAt: now, version: before.version + 1 };
}

/** The client of a customer whom the shop has deleted; the very same one when that was known. */
export function deletedFromShop(before: Client, now: Date): Client {
  if (before.customInputs.deleted_from_shop === true) return before;
  return { ...before, customInputs: { ...before.customInputs, deleted_from_shop: true }, updatedAt: now, version: before.version + 1 };
}

/** True when the address of the customer is another client's, so that the client does without. */
export function lacksAddress({ email }: Client, customer: ShopCustomer): boolean {
  return customer.email !== null && email === null && valuesOf(customer).email !== null;
}

/** `imported` undefined: the shop has said nothing of the field yet. */
function chosen<Value>(before: Value, imported: unknown, value: Value): Value {
  if (imported === undefined) return before ?? value;
  return canonicalJson(imported) === canonicalJson(value) ? before : value;
}

/** Consent is taken from the shop where there is none yet, and never given again to who withdrew it; who withdraws it there has withdrawn it. */
function consentAfter(before: Consent | null, was: unknown, newsletter: boolean, at: Date): Consent | null {
  if (before === null) return newsletter ? { granted: true, at, source: SHOP_SOURCE } : null;
  return before.granted && was === true && !newsletter ? { granted: false, at, source: SHOP_SOURCE } : before;
}

/** Addresses of the shop as fields are; those that it has no more go, those that people here added stay, and what they removed stays away. */
function mergedAddresses(
  before: readonly ClientAddress[],
  ofShop: readonly ClientAddress[],
  imported: Readonly<Record<string, unknown>>,
): readonly ClientAddress[] {
  const now = new Map(ofShop.map((address) => [address.id, address]));
  const isChanged = (address: ClientAddress) => canonicalJson(imported[address.id]) !== canonicalJson(address);
  const stays = before.flatMap((address) => {
    const said = now.get(address.id);
    if (said === undefined) return imported[address.id] === undefined ? [address] : [];
    return [isChanged(said) ? said : address];
  });
  const known = new Set(before.map(({ id }) => id));
  return [...stays, ...ofShop.filter((address) => !known.has(address.id) && isChanged(address))];
}

function addressesIn({ addresses }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return typeof addresses === 'object' && addresses !== null ? Object.fromEntries(Object.entries(addresses)) : {};
}

function byId(addresses: ShopValues['addresses']): Readonly<Record<string, ClientAddress>> {
  return Object.fromEntries(addresses.map((address) => [address.id, address]));
}

function addressIdIn(addresses: readonly ClientAddress[], id: string | null): string | null {
  return addresses.some((address) => address.id === id) ? id : (addresses[0]?.id ?? null);
}
