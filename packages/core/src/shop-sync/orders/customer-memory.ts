import type { Client } from '../../clients/client.js';
import type { Scope } from '../../kit/scope.js';
import type { Views } from '../../stores.js';
import type { ShopOrder } from '../shop-records.js';
import type { PartWork } from '../sync-part.js';
import type { OrderClient } from './order-person.js';

/** What a dry run would have made of the customers so far, which no view shows. Empty in any other run. */
export interface CustomerMemory {
  /** By the shop's id of the customer. */
  readonly clients: Map<string, Client>;
  /** Ids of users by address. */
  readonly users: Map<string, string>;
  /** Ids of the users that stand behind clients, by client; undefined: nobody does any more. */
  readonly persons: Map<string, string | undefined>;
}

export function makeCustomerMemory(): CustomerMemory {
  return { clients: new Map(), users: new Map(), persons: new Map() };
}

/** How often a client can have been merged into another one before nobody follows any more. */
const MERGES_MAX = 20;

/** The clients that stand for these by now, by id: of one that was merged away, the one it was merged into. */
export async function standingClients(
  { clients }: Pick<Views, 'clients'>,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Client>> {
  const found = new Map<string, Client>();
  let asked = [...new Set(ids)];
  for (let step = 0; asked.length > 0 && step < MERGES_MAX; step += 1) {
    for (const client of await clients.byIds(scope, asked)) found.set(client.id, client);
    asked = [...new Set([...found.values()].flatMap(({ mergedInto }) => mergedInto ?? []))].filter((id) => !found.has(id));
  }
  return new Map(ids.flatMap((id) => standing(found, id)));
}

function standing(found: ReadonlyMap<string, Client>, id: string): readonly (readonly [string, Client])[] {
  let client = found.get(id);
  for (let step = 0; client !== undefined && client.mergedInto !== null && step < MERGES_MAX; step += 1)
    client = found.get(client.mergedInto);
  return client === undefined || client.mergedInto !== null ? [] : [[id, client]];
}

/** Whose the orders are, by the shop's id of the customer; who is not known is left out. */
export async function orderClients(
  { views, scope }: PartWork,
  orders: readonly ShopOrder[],
  memory: CustomerMemory,
): Promise<ReadonlyMap<string, OrderClient>> {
  const wanted = [...new Set(orders.flatMap(({ customerId }) => customerId ?? []))];
  const links = wanted.length === 0 ? [] : await views.shopLinks.byExternalIds(scope, 'customers', wanted);
  const clients = await standingClients(
    views,
    scope,
    links.map(({ localId }) => localId),
  );
  const linked = links.flatMap(({ externalId, localId }) => {
    const client = clients.get(localId);
    return client === undefined ? [] : [[externalId, asOwner(client)] as const];
  });
  const planned = wanted.flatMap((id) => {
    const client = memory.clients.get(id);
    return client === undefined ? [] : [[id, asOwner(client)] as const];
  });
  return new Map([...linked, ...planned]);
}

function asOwner(client: Client): OrderClient {
  return client.anonymizedAt === null ? { kind: 'known', client } : { kind: 'forgotten', clientId: client.id };
}
