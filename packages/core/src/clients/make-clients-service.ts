import { DomainError } from '../kit/errors.js';
import { actorName, type Scope } from '../kit/scope.js';
import type { Stores, Views } from '../stores.js';
import type { Client, Consent } from './client.js';
import type { ClientEvent, ClientEventKind } from './client-event.js';
import { forgetClients, personalDataOf } from './client-forgetting.js';
import { merge } from './client-merge.js';
import { changedFields, mustBeEditable, newClient, withConsent } from './client-rules.js';
import { overviewOf, statisticsOf } from './client-statistics.js';
import type { ClientDecision } from './client-store.js';
import type { ClientBatch, ClientChange, ClientDraft, ClientsDeps, ClientsService, WholeClient } from './clients-service.js';

export function makeClientsService({ unitOfWork, views, clock, ids, holders, invoices }: ClientsDeps): ClientsService {
  const eventOf = (scope: Scope, kind: ClientEventKind, facts: ClientEvent['facts'] = {}): ClientEvent => ({
    kind,
    at: clock.now(),
    actor: actorName(scope.actor),
    facts,
  });

  function clientOf({ fields, addresses, consent }: ClientDraft): Client {
    const now = clock.now();
    const kept = addresses.map((address) => ({ ...address, id: ids.uuid() }));
    const client = newClient(ids.uuid(), fields, kept, now);
    return consent === null ? client : withConsent(client, { ...consent, at: now });
  }

  /** The next version of the client, with what to write about it; null when nothing of it differs. */
  function decided(
    scope: Scope,
    before: Client,
    { version, decide }: Omit<ClientChange, 'id'>,
    kind: ClientEventKind,
  ): ClientDecision | null {
    mustBeEditable(before, version);
    const after = decide(before);
    const fields = changedFields(before, after);
    if (fields.length === 0) return null;
    const client = { ...after, updatedAt: clock.now(), version: before.version + 1 };
    return { client, event: eventOf(scope, kind, { fields, ...newConsent(before.emailConsent, client.emailConsent) }) };
  }

  async function changeIn(stores: Stores, seen: Views, scope: Scope, change: ClientChange, kind: ClientEventKind): Promise<Client> {
    const before = await seen.clients.get(scope, change.id);
    if (before !== null) await mustHaveOwnKeys(seen, scope, [change.decide(before)]);
    return stores.clients.change(scope, change.id, (client) => decided(scope, client, change, kind));
  }

  return {
    get: (scope, id) => wholeClient(views, scope, id),

    create: (scope, draft) =>
      unitOfWork(scope, async (services, stores) => {
        const client = clientOf(draft);
        await mustHaveOwnKeys(services.views, scope, [client]);
        await stores.clients.create(scope, [client], eventOf(scope, 'created'));
        return client;
      }),

    change: (scope, change) => unitOfWork(scope, (services, stores) => changeIn(stores, services.views, scope, change, 'updated')),

    saveAll: (scope, { create, update }: ClientBatch) =>
      unitOfWork(scope, async (_services, stores) => {
        const changes = new Map(update.map((change) => [change.id, change]));
        await stores.clients.changeAll(scope, [...changes.keys()], (clients) =>
          [...clients.values()].flatMap((client) => {
            const decide = changes.get(client.id)?.decide ?? ((same: Client) => same);
            return decided(scope, client, { version: null, decide }, 'imported') ?? [];
          }),
        );
        for (const [consent, clients] of byConsent(create.map(clientOf))) {
          await stores.clients.create(scope, clients, eventOf(scope, 'imported', newConsent(null, consent)));
        }
      }),

    delete: (scope, id, version) =>
      unitOfWork(scope, async (_services, stores) => {
        if (version !== null) {
          await stores.clients.change(scope, id, (client) => {
            if (client.version !== version) throw new DomainError('stale', { facts: { version: client.version } });
            return null;
          });
        }
        await stores.clients.delete(scope, id).catch(withHint);
      }),

    setConsent: (scope, id, { granted, source, at }) =>
      unitOfWork(scope, (_services, stores) =>
        stores.clients.change(scope, id, (before) => {
          mustBeEditable(before, null);
          const client = { ...withConsent(before, { granted, source, at }), updatedAt: clock.now(), version: before.version + 1 };
          return { client, event: eventOf(scope, 'consent', newConsent(null, client.emailConsent)) };
        }),
      ),

    merge: (scope, id, intoId, version) =>
      unitOfWork(scope, async (services, stores) => {
        const earlier = await services.views.clients.mergedInto(scope, id);
        const [into, from] = await stores.clients.changeAll(scope, [id, intoId, ...earlier], (clients) => {
          const merged = merge(mustBeThere(clients.get(id)), mustBeThere(clients.get(intoId)), clock.now(), version);
          const pointers = earlier.flatMap((pointer) => clients.get(pointer) ?? []);
          return [
            { client: merged.into, event: eventOf(scope, 'absorbed', { clientId: id }) },
            { client: merged.from, event: eventOf(scope, 'merged', { clientId: intoId }) },
            ...pointers.map((pointer) => ({
              client: { ...pointer, mergedInto: intoId, version: pointer.version + 1 },
              event: eventOf(scope, 'merged', { clientId: intoId }),
            })),
          ];
        });
        await stores.clients.moveNotes(scope, id, intoId);
        for (const holder of holders)
          await holder.move({ stores, views: services.views, now: clock.now() }, scope, mustBeThere(from), mustBeThere(into));
        return wholeClient(services.views, scope, intoId);
      }),

    anonymize: (scope, id) =>
      unitOfWork(scope, async (services, stores) => {
        const { id: ownId, mergedFrom } = await wholeClient(services.views, scope, id);
        const work = { stores, views: services.views, now: clock.now() };
        await forgetClients(work, scope, [ownId, ...mergedFrom], eventOf(scope, 'anonymized'), holders);
        return wholeClient(services.views, scope, ownId);
      }),

    personalData: async (scope, id) => personalDataOf(views, scope, await wholeClient(views, scope, id), holders),

    invoices: async (scope, id, page) => invoices.ofClient(scope, (await wholeClient(views, scope, id)).id, page),

    statistics: async (scope, id) => statisticsOf(views, scope, (await wholeClient(views, scope, id)).id),

    overview: (scope, top) => overviewOf(views, scope, top, clock.now()),

    addNote: (scope, id, text) =>
      unitOfWork(scope, async (services, stores) => {
        const client = await services.views.clients.get(scope, id);
        mustBeEditable(mustBeThere(client ?? undefined), null);
        const note = { id: ids.uuid(), clientId: id, text, author: actorName(scope.actor), at: clock.now() };
        await stores.clients.addNote(scope, note);
        return note;
      }),
  };
}

/** What the log of consents says of a change; nothing where none was given or withdrawn. */
function newConsent(before: Consent | null, after: Consent | null): ClientEvent['facts'] {
  if (after === null || before?.at.getTime() === after.at.getTime()) return {};
  return { granted: after.granted, source: after.source, at: after.at.toISOString() };
}

/** The clients of each state of consent, all of which come from one import. */
function byConsent(clients: readonly Client[]): readonly (readonly [Consent | null, readonly Client[]])[] {
  const groups = [true, false, undefined].map((granted) => clients.filter(({ emailConsent }) => emailConsent?.granted === granted));
  return groups.flatMap((group) => (group[0] === undefined ? [] : [[group[0].emailConsent, group] as const]));
}

/** The client that the id leads to. Throws `unknown_record`. */
async function wholeClient({ clients }: Pick<Views, 'clients'>, scope: Scope, id: string): Promise<WholeClient> {
  const found = mustBeThere((await clients.get(scope, id)) ?? undefined);
  const client = found.mergedInto === null ? found : mustBeThere((await clients.get(scope, found.mergedInto)) ?? undefined);
  return { ...client, mergedFrom: await clients.mergedInto(scope, client.id) };
}

function mustBeThere(client: Client | undefined): Client {
  if (client === undefined) throw new DomainError('unknown_record', { message: 'There is no such client.' });
  return client;
}

/** Says whose the mail address or external id is, which the store alone could not. Throws `duplicate`. */
async function mustHaveOwnKeys({ clients }: Pick<Views, 'clients'>, scope: Scope, [client]: readonly [Client]): Promise<void> {
  const { id, email, externalId } = client;
  const holders = await clients.byKeys(scope, email === null ? [] : [email], externalId === null ? [] : [externalId]);
  const other = holders.find((holder) => holder.id !== id);
  if (other === undefined) return;
  const field = other.email === email && email !== null ? 'email' : 'externalId';
  const message = field === 'email' ? 'Another client has this mail address.' : 'Another client has this external id.';
  throw new DomainError('duplicate', { message, facts: { field, clientId: other.id } });
}

function withHint(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== 'in_use') throw error;
  const message = 'Orders or invoices refer to this client: make the client anonymous instead, or merge it into another.';
  throw new DomainError('in_use', { message, facts: { instead: 'clients.anonymize' }, cause: error });
}
