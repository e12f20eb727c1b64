import { DomainError } from '../kit/errors.js';
import type { Client, ClientAddress } from './client.js';
import { ADDRESSES_MAX } from './client-fields.js';
import { tooMany } from './client-rules.js';

/** Where a client lives, and which of it bills and deliveries go to. */

/** Throws `invalid_request` when there are as many as there may be. The first is the one bills and deliveries go to. */
export function withAddress(client: Client, address: ClientAddress): Client {
  if (client.addresses.length >= ADDRESSES_MAX) throw tooMany('addresses', ADDRESSES_MAX);
  return {
    ...client,
    addresses: [...client.addresses, address],
    billingAddressId: client.billingAddressId ?? address.id,
    deliveryAddressId: client.deliveryAddressId ?? address.id,
  };
}

/** Undefined leaves, null clears. Throws `unknown_record`. */
export function withAddressChanged(client: Client, id: string, patch: Readonly<Record<string, unknown>>): Client {
  mustHaveAddress(client, id);
  const named = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return { ...client, addresses: client.addresses.map((address) => (address.id === id ? { ...address, ...named } : address)) };
}

/** Bills and deliveries that went there go to the first of those that are left. Throws `unknown_record`. */
export function withoutAddress(client: Client, id: string): Client {
  mustHaveAddress(client, id);
  const addresses = client.addresses.filter((address) => address.id !== id);
  const first = addresses[0]?.id ?? null;
  const { billingAddressId, deliveryAddressId } = client;
  return {
    ...client,
    addresses,
    billingAddressId: billingAddressId === id ? first : billingAddressId,
    deliveryAddressId: deliveryAddressId === id ? first : deliveryAddressId,
  };
}

/** What an address is used for unless told otherwise. */
export const ADDRESS_USES = ['billing', 'delivery', 'both'] as const;
export type AddressUse = (typeof ADDRESS_USES)[number];

/** Throws `unknown_record`. */
export function withDefaultAddress(client: Client, id: string, use: AddressUse): Client {
  mustHaveAddress(client, id);
  return {
    ...client,
    ...(use === 'delivery' ? {} : { billingAddressId: id }),
    ...(use === 'billing' ? {} : { deliveryAddressId: id }),
  };
}

function mustHaveAddress({ addresses }: Client, id: string): void {
  if (!addresses.some((address) => address.id === id))
    throw new DomainError('unknown_record', { message: 'The client has no such address.' });
}
