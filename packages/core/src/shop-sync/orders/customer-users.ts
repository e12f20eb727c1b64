import { type Client, clientName } from '../../clients/client.js';
import type { ClientPerson, DormantUser } from '../../identity/linked-users.js';
import { DEFAULT_LOCALE, LOCALES, NAME_MAX } from '../../identity/user.js';
import type { Stores } from '../../stores.js';
import type { ShopCustomer } from '../shop-records.js';
import type { PartWork } from '../sync-part.js';
import type { CustomerMemory } from './customer-memory.js';
import type { ShopCustomersDeps } from './order-part.js';

/** The persons behind the clients of a chunk. */
export interface PeoplePlan {
  readonly created: readonly DormantUser[];
  /** Only those whose link is another one then. */
  readonly linked: readonly ClientPerson[];
  /** Ids of the users behind them by then, by client; undefined: nobody. */
  readonly persons: ReadonlyMap<string, string | undefined>;
}

interface OwnedClient {
  readonly client: Client;
  readonly customer: ShopCustomer;
}

/** Who has an account in the shop is a person of their own; who has not, or has it no more, is nobody in particular. */
export async function planPeople(
  { scope, views, now }: PartWork,
  owned: readonly OwnedClient[],
  { ids, memory }: ShopCustomersDeps,
): Promise<PeoplePlan> {
  if (owned.length === 0) return { created: [], linked: [], persons: new Map() };
  const people = owned.map((one) => ({ ...one, email: accountAddress(one.customer) }));
  const known = new Map([...memory.users, ...(await views.linkedUsers.byEmails([...new Set(people.flatMap(({ email }) => email ?? []))]))]);
  const stored = await views.linkedUsers.ofClients(
    scope,
    people.map(({ client }) => client.id),
  );
  const links = new Map<string, string | undefined>([...stored, ...memory.persons]);
  const created = new Map<string, DormantUser>();
  for (const { client, email } of people)
    if (email !== null && !known.has(email) && !created.has(email)) created.set(email, dormantUser(ids.uuid(), email, client, now));
  const userOf = (email: string | null) => (email === null ? undefined : (known.get(email) ?? created.get(email)?.id));
  const linked = people
    .filter(({ client, email }) => links.get(client.id) !== userOf(email))
    .map(({ client, email }) => ({ clientId: client.id, email }));
  return { created: [...created.values()], linked, persons: new Map(linked.map(({ clientId, email }) => [clientId, userOf(email)])) };
}

export function rememberPeople(memory: CustomerMemory, { created, persons }: PeoplePlan): void {
  for (const { email, id } of created) memory.users.set(email, id);
  for (const [clientId, userId] of persons) memory.persons.set(clientId, userId);
}

export async function writePeople({ scope }: PartWork, { created, linked }: PeoplePlan, { linkedUsers }: Stores): Promise<void> {
  await linkedUsers.createDormant(created);
  await linkedUsers.link(scope, linked);
}

function accountAddress({ guest, deleted, email }: ShopCustomer): string | null {
  return guest || deleted ? null : email;
}

function dormantUser(id: string, email: string, client: Client, createdAt: Date): DormantUser {
  const locale = LOCALES.find((known) => client.language?.startsWith(known)) ?? DEFAULT_LOCALE;
  return { id, email, locale, createdAt, name: clientName({ ...client, kind: 'person' }).slice(0, NAME_MAX) };
}
