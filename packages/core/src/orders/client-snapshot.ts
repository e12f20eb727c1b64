import { type Client, type ClientAddress, clientName } from '../clients/client.js';
import { knownClient } from '../clients/client-finding.js';
import { DomainError } from '../kit/errors.js';
import type { PostalAddress } from '../kit/postal-address.js';
import type { Scope } from '../kit/scope.js';
import type { Views } from '../stores.js';
import type { FulfilmentOrder } from './order.js';

/** What an order keeps of its client. */
export type ClientSnapshot = Pick<FulfilmentOrder, 'clientId' | 'customer' | 'billingAddress' | 'deliveryAddress'>;

/** Of an order for somebody unknown. */
export const NOBODY: ClientSnapshot = {
  clientId: null,
  customer: { name: '–', phone: null, email: null },
  billingAddress: null,
  deliveryAddress: null,
};

/** The client as it is now; of one that was merged, the one it was merged into. Throws `unknown_record`, also for one made anonymous. */
export async function clientSnapshot({ clients }: Pick<Views, 'clients'>, scope: Scope, clientId: string): Promise<ClientSnapshot> {
  const client = await knownClient({ clients }, scope, clientId);
  if (client === null) throw new DomainError('unknown_record', { facts: { clientId } });
  return snapshotOf(client);
}

function snapshotOf(client: Client): ClientSnapshot {
  const { id, phone, email, addresses, billingAddressId, deliveryAddressId } = client;
  const addressWith = (addressId: string | null) => addressOf(addresses.find((address) => address.id === addressId));
  return {
    clientId: id,
    customer: { name: clientName(client), phone, email },
    billingAddress: addressWith(billingAddressId),
    deliveryAddress: addressWith(deliveryAddressId) ?? addressWith(billingAddressId),
  };
}

function addressOf(address: ClientAddress | undefined): PostalAddress | null {
  if (address === undefined) return null;
  const { id: _id, label: _label, ...rest } = address;
  return rest;
}
