import { type Client, clientName } from '../clients/client.js';
import { knownClient } from '../clients/client-finding.js';
import type { ClientViews } from '../clients/client-store.js';
import type { Buyer } from './parties.js';
import type { BuyerBook } from './ports.js';

/** The clients of an establishment, as they are invoiced. */
export function makeBuyerBook(clients: Pick<ClientViews, 'get'>): BuyerBook {
  return {
    async get(scope, clientId) {
      const client = await knownClient({ clients }, scope, clientId);
      return client === null ? null : buyerOfClient(client);
    },
  };
}

/** The client as they are invoiced. */
export function buyerOfClient(client: Client): Buyer {
  const { id, kind, addresses, billingAddressId, vatNumber, registration, email } = client;
  const found = addresses.find((address) => address.id === billingAddressId) ?? addresses[0] ?? null;
  return {
    clientId: id,
    name: clientName(client),
    isCompany: kind === 'company',
    address: found === null ? null : withoutLabel(found),
    vatNumber,
    registration,
    email,
  };
}

function withoutLabel({ name, company, line1, line2, postcode, city, country, phone }: Client['addresses'][number]): Buyer['address'] {
  return { name, company, line1, line2, postcode, city, country, phone };
}
