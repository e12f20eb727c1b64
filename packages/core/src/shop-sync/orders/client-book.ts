import type { Client } from '../../clients/client.js';
import type { ShopCustomer } from '../shop-records.js';
import type { PartWork } from '../sync-part.js';
import type { ClientBook } from './customer-matching.js';
import { type CustomerMemory, standingClients } from './customer-memory.js';

/** The clients that a chunk of customers may be, and what becomes of them while it is planned. */
export interface PlannedClients extends ClientBook {
  /** Nobody has the address, nor had it when the chunk began: two clients never swap addresses in one step. */
  isFree(email: string): boolean;
  current(id: string): Client | undefined;
  /** The client as it is to be; the very same one: nothing changes. */
  put(client: Client): void;
  link(externalId: string, client: Client): void;
  changes(): { readonly created: readonly Client[]; readonly changed: readonly { readonly before: Client; readonly after: Client }[] };
}

/** Reads the clients of the customers by link, external id and address; locked, unless the run is dry. */
export async function openClientBook(
  work: PartWork,
  customers: readonly ShopCustomer[],
  memory: CustomerMemory,
  goneIds: readonly string[] = [],
): Promise<PlannedClients> {
  const { scope, views, stores } = work;
  const externalIds = [...customers.map(({ externalId }) => externalId), ...goneIds];
  const emails = [...new Set(customers.flatMap(({ email }) => email ?? []))];
  const links = externalIds.length === 0 ? [] : await views.shopLinks.byExternalIds(scope, 'customers', externalIds);
  const keyed = customers.length === 0 ? [] : await views.clients.byKeys(scope, emails, externalIds);
  const ids = [...new Set([...links.map(({ localId }) => localId), ...keyed.map(({ id }) => id)])];
  // Read after they are locked, so that nobody changes them until the chunk is written.
  if (stores !== null) await stores.clients.lock(scope, ids);
  const standing = ids.length === 0 ? new Map<string, Client>() : await standingClients(views, scope, ids);
  const linked = links.flatMap(({ externalId, localId }) => {
    const client = standing.get(localId);
    return client === undefined ? [] : [[externalId, client.id] as const];
  });
  const merged = new Set(links.flatMap(({ externalId, localId }) => (standing.get(localId)?.id === localId ? [] : [externalId])));
  const found = new Map([...standing.values()].map((client) => [client.id, client]));
  return { ...bookOf(found, new Map(linked), memory), isMerged: (externalId) => merged.has(externalId) };
}

function bookOf(before: Map<string, Client>, links: Map<string, string>, memory: CustomerMemory): Omit<PlannedClients, 'isMerged'> {
  // What a dry run would have stored by now stands before what is stored.
  for (const [externalId, client] of memory.clients) {
    before.set(client.id, client);
    links.set(externalId, client.id);
  }
  const now = new Map(before);
  const taken = new Set([...before.values()].flatMap(({ email }) => email ?? []));
  const byEmail = new Map([...now.values()].flatMap(({ id, email }) => (email === null ? [] : [[email, id] as const])));
  const byExternalId = new Map([...now.values()].flatMap(({ id, externalId }) => (externalId === null ? [] : [[externalId, id] as const])));
  const at = (id: string | undefined) => (id === undefined ? undefined : now.get(id));

  return {
    linked: (externalId) => at(links.get(externalId)),
    byExternalId(externalId) {
      const client = at(byExternalId.get(externalId));
      return client?.externalId === externalId ? client : undefined;
    },
    byEmail(email) {
      const client = at(byEmail.get(email));
      return client?.email === email ? client : undefined;
    },
    isFree: (email) => !taken.has(email),
    current: (id) => now.get(id),
    put(client) {
      now.set(client.id, client);
      if (client.email !== null) {
        taken.add(client.email);
        byEmail.set(client.email, client.id);
      }
      if (client.externalId !== null) byExternalId.set(client.externalId, client.id);
    },
    link: (externalId, client) => links.set(externalId, client.id),
    changes() {
      const all = [...now.values()];
      return {
        created: all.filter(({ id }) => !before.has(id)),
        changed: all.flatMap((after) => {
          const was = before.get(after.id);
          return was === undefined || was === after ? [] : [{ before: was, after }];
        }),
      };
    },
  };
}
