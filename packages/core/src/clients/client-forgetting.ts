import type { Scope } from '../kit/scope.js';
import type { Views } from '../stores.js';
import type { Client } from './client.js';
import type { ClientEvent } from './client-event.js';
import { anonymous } from './client-rules.js';
import type { WholeClient } from './clients-service.js';
import type { HolderWork, PersonalDataHolder } from './personal-data.js';

/** More notes and events than one client has. */
const EVERYTHING = { page: 1, pageSize: 100_000 };

/** Erases who the clients were: their records, their notes, and what every holder keeps of them. Those without a name already stay. */
export async function forgetClients(
  work: HolderWork,
  scope: Scope,
  ids: readonly string[],
  event: ClientEvent,
  holders: readonly PersonalDataHolder[],
): Promise<void> {
  const { clients } = work.stores;
  let known: readonly Client[] = [];
  await clients.changeAll(scope, ids, (found) => {
    known = [...found.values()].filter(({ anonymizedAt }) => anonymizedAt === null);
    return known.map((client) => ({ client: anonymous(client, work.now), event }));
  });
  for (const client of known) {
    await clients.dropNotes(scope, client.id);
    for (const holder of holders) await holder.forget(work, scope, client);
  }
}

/** Everything that is kept of a client and of those that were merged into it, by name of what it is. */
export async function personalDataOf(
  views: Views,
  scope: Scope,
  client: WholeClient,
  holders: readonly PersonalDataHolder[],
): Promise<Readonly<Record<string, unknown>>> {
  const members = [client, ...(await views.clients.byIds(scope, client.mergedFrom))];
  const asked = eachAddressOnce(members);
  const told = holders.map(async (holder) => {
    const parts = await Promise.all(asked.map((member) => holder.tell(views, scope, member)));
    return [holder.name, parts.flat()] as const;
  });
  return {
    clients: members,
    notes: (await views.clients.notes(scope, client.id, EVERYTHING)).items,
    history: (await views.clients.history(scope, client.id, EVERYTHING)).items,
    ...Object.fromEntries(await Promise.all(told)),
  };
}

/** A client that was merged leaves its mail address to the other: what is known by the address alone is told once. */
function eachAddressOnce(members: readonly Client[]): readonly Client[] {
  return members.map((member, index) =>
    members.slice(0, index).some(({ email }) => email === member.email) ? { ...member, email: null } : member,
  );
}
