import type { Client } from '../../clients/client.js';
import { changedFields } from '../../clients/client-rules.js';
import { actorName } from '../../kit/scope.js';
import type { Stores } from '../../stores.js';
import type { ShopCustomer } from '../shop-records.js';
import type { ChunkPlan, PartWork, PlannedLink, SyncPart } from '../sync-part.js';
import { openClientBook, type PlannedClients } from './client-book.js';
import { byRank, matchOf } from './customer-matching.js';
import type { CustomerMemory } from './customer-memory.js';
import { planPeople, rememberPeople, writePeople } from './customer-users.js';
import { deletedFromShop, lacksAddress, newShopClient, updatedShopClient } from './decide-customer.js';
import type { ShopCustomersDeps } from './order-part.js';
import { isOutdated, keptClientFacts } from './shop-facts.js';
import { writeCounts } from './write-counts.js';

/** Customers of the shop as clients, and those with an account there as persons. Nobody is ever removed, and who was made anonymous stays so. */
export function customerPart({ ids, memory }: ShopCustomersDeps): SyncPart<ShopCustomer> {
  return {
    entity: 'customers',
    rules: 1,
    read: (gateway, externalIds, signal) => gateway.customers(externalIds, signal),
    async plan(work, records) {
      const customers = latestOf(records).toSorted(byRank);
      const book = await openClientBook(work, customers, memory);
      const links: PlannedLink[] = [];
      const owned: { readonly client: Client; readonly customer: ShopCustomer }[] = [];
      for (const customer of customers) {
        const { client, isOwner } = placed(customer, book, work, ids.uuid);
        if (isOwner) owned.push({ client, customer });
        book.link(customer.externalId, client);
        const provisional = isOwner && lacksAddress(client, customer);
        links.push({ externalId: customer.externalId, localId: client.id, ...(provisional ? { provisional } : {}) });
      }
      // Of a client with two owners within the chunk, the one that has it in the end.
      const people = owned.filter(({ client, customer }) => book.current(client.id)?.externalId === customer.externalId);
      return clientPlan(work, book, links, people, { ids, memory });
    },
    async planGone(work, externalIds) {
      const book = await openClientBook(work, [], memory, externalIds);
      const links = externalIds.flatMap((externalId): PlannedLink[] => {
        const client = book.linked(externalId);
        if (client === undefined) return [];
        if (client.externalId === externalId && client.anonymizedAt === null) book.put(deletedFromShop(client, work.now));
        return [{ externalId, localId: client.id }];
      });
      return clientPlan(work, book, links, [], { ids, memory });
    },
  };
}

/** The client of the customer, as it is from here on in the book. */
function placed(
  customer: ShopCustomer,
  book: PlannedClients,
  { now, authority }: PartWork,
  makeId: () => string,
): { client: Client; isOwner: boolean } {
  const match = matchOf(customer, book);
  const isFree = (email: string) => book.isFree(email);
  if (match.kind === 'new') {
    const client = newShopClient(makeId(), customer, isFree, now);
    book.put(client);
    return { client, isOwner: true };
  }
  const { kind, client: before } = match;
  const isOld = before.externalId === customer.externalId && isOutdated(keptClientFacts(before), customer.updatedAt);
  if (kind !== 'owner' || (isOld && !authority)) return { client: before, isOwner: false };
  const client = updatedShopClient(before, customer, isFree, now);
  book.put(client);
  return { client, isOwner: true };
}

async function clientPlan(
  work: PartWork,
  book: PlannedClients,
  links: readonly PlannedLink[],
  owned: readonly { readonly client: Client; readonly customer: ShopCustomer }[],
  deps: ShopCustomersDeps,
): Promise<ChunkPlan> {
  const { created, changed } = book.changes();
  const people = await planPeople(work, owned, deps);
  const events = created.length + changed.length;
  const rows = new Set(
    [...created, ...changed.map(({ after }) => after)].map(({ id }) => id).concat(people.linked.map(({ clientId }) => clientId)),
  );
  return {
    links,
    refused: [],
    writes: writeCounts({ clients: rows.size, client_events: events, users: people.created.length }),
    async apply(_services, stores) {
      await writeClients(work, created, changed, stores);
      await writePeople(work, people, stores);
    },
    foresee() {
      remember(deps.memory, book, links);
      rememberPeople(deps.memory, people);
    },
  };
}

async function writeClients(
  { scope, now }: PartWork,
  created: readonly Client[],
  changed: readonly { readonly before: Client; readonly after: Client }[],
  { clients }: Stores,
): Promise<void> {
  const happened = { at: now, actor: actorName(scope.actor) };
  // First, because a new client may have the address that another one gives up.
  if (changed.length > 0)
    await clients.changeAll(
      scope,
      changed.map(({ before }) => before.id),
      () =>
        changed.map(({ before, after }) => ({
          client: after,
          event: { ...happened, kind: 'updated', facts: { source: 'shop', fields: changedFields(before, after) } },
        })),
    );
  if (created.length > 0) await clients.create(scope, created, { ...happened, kind: 'imported', facts: { source: 'shop' } });
}

function remember(memory: CustomerMemory, book: PlannedClients, links: readonly PlannedLink[]): void {
  for (const { externalId, localId } of links) {
    const client = book.current(localId);
    if (client !== undefined) memory.clients.set(externalId, client);
  }
}

/** Each record once, as it is newest. */
function latestOf(records: readonly ShopCustomer[]): readonly ShopCustomer[] {
  const latest = new Map<string, ShopCustomer>();
  for (const record of records) {
    const other = latest.get(record.externalId);
    if (other === undefined || (record.updatedAt ?? new Date(0)) >= (other.updatedAt ?? new Date(0))) latest.set(record.externalId, record);
  }
  return [...latest.values()];
}
