import { type Client, clientName, NOBODY } from '../../clients/client.js';
import { type PostalAddress, postalAddress } from '../../kit/postal-address.js';
import type { FulfilmentOrder } from '../../orders/order.js';
import type { ShopOrder } from '../shop-records.js';
import { keptOrderFacts } from './shop-facts.js';

/** Whose an order is, by the link of the shop's customer. */
export type OrderClient =
  | { readonly kind: 'known'; readonly client: Client }
  /** Made anonymous: nothing that tells who they were comes back. */
  | { readonly kind: 'forgotten'; readonly clientId: string }
  | { readonly kind: 'unknown' };

type Personal = Pick<FulfilmentOrder, 'clientId' | 'customer' | 'billingAddress' | 'deliveryAddress' | 'note'>;

/** True when nothing personal of the order may be imported. */
export function isForgotten(before: FulfilmentOrder | null, client: OrderClient): boolean {
  if (client.kind === 'forgotten') return true;
  if (before === null) return false;
  // Who was forgotten took the free fields of their orders with them.
  return keptOrderFacts(before)?.forgotten ?? before.customer.name === NOBODY;
}

/** Who the order is for. The snapshot of a client stays as it was taken; addresses and note are what the shop says. */
export function personOf(shop: ShopOrder, before: FulfilmentOrder | null, client: OrderClient, forgotten: boolean): Personal {
  const clientId = clientIdOf(before, client);
  if (forgotten) {
    return { clientId, customer: { name: NOBODY, phone: null, email: null }, billingAddress: null, deliveryAddress: null, note: null };
  }
  const billingAddress = fitting(shop.billingAddress);
  const deliveryAddress = fitting(shop.deliveryAddress) ?? billingAddress;
  const taken = before !== null && before.clientId !== null && before.clientId === clientId;
  const customer = taken ? before.customer : customerOf(client, billingAddress ?? deliveryAddress);
  return { clientId, customer, billingAddress, deliveryAddress, note: shop.note };
}

function clientIdOf(before: FulfilmentOrder | null, client: OrderClient): string | null {
  if (client.kind === 'known') return client.client.id;
  return client.kind === 'forgotten' ? client.clientId : (before?.clientId ?? null);
}

function customerOf(client: OrderClient, address: PostalAddress | null): FulfilmentOrder['customer'] {
  if (client.kind === 'known') return { name: clientName(client.client), phone: client.client.phone, email: client.client.email };
  return { name: address?.name ?? address?.company ?? NOBODY, phone: address?.phone ?? null, email: null };
}

/** The address where it is one as everywhere here; else null. */
function fitting(address: PostalAddress | null): PostalAddress | null {
  return address === null ? null : (postalAddress.safeParse(address).data ?? null);
}
