import { DomainError } from '../kit/errors.js';
import { actorName, type Scope } from '../kit/scope.js';
import { requireVersion } from '../kit/versions.js';
import type { Stores, Views } from '../stores.js';
import type { Client } from './client.js';
import { byConsent, newConsent } from './client-consents.js';
import type { ClientEvent, ClientEventKind } from './client-event.js';
import { mustBeThere, mustHaveOwnKeys, wholeClient } from './client-finding.js';
import { forgetClients, personalDataOf } from './client-forgetting.js';
import { merge } from './client-merge.js';
import { changedFields, mustBeEditable, newClient, withConsent } from './client-rules.js';
import { overviewOf, statisticsOf } from './client-statistics.js';
import type { ClientDecision } from './client-store.js';
import type { ClientChange, ClientDraft, ClientsDeps, ClientsService } from './clients-service.js';

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
    if (before !== null) await mustHaveOwnKeys(seen, scope, change.decide(before));
    return stores.clients.change(scope, change.id, (client) => decided(scope, client, change, kind));
  }

  return {
    get: (scope, id) => wholeClient(views, scope, id),

    create: (scope, draft) =>
      unitOfWork(scope, async (services, stores) => {
        const client = clientOf(draft);
        await mustHaveOwnKeys(services.views, scope, client);
        await stores.clients.create(scope, [client], eventOf(scope, 'created'));
        return client;
      }),

    change: (scope, change) => unitOfWork(scope, (services, stores) => changeIn(stores, services.views, scope, change, 'updated')),

    saveAll: (scope, { create, update }) =>
      unitOfWork(scope, async (_services, stores) => {
        const changes = new Map(update.map((change) => [change.id, change]));
        await stores.clients.changeAll(scope, [...changes.keys()], (clients) =>
          [...clients.values()].flatMap((client) => {
            const change = changes.get(client.id);
            return change === undefined ? [] : (decided(scope, client, change, 'imported') ?? []);
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
            requireVersion(client, version);
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
        // Locked before it is asked who was merged into them: nobody else is, until this is done.
        await stores.clients.changeAll(scope, [id, intoId], () => []);
        const earlier = await services.views.clients.mergedInto(scope, id);
        const work = { stores, views: services.views, now: clock.now() };
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
        for (const holder of holders) await holder.move(work, scope, mustBeThere(from), mustBeThere(into));
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

    invoices: async (scope, id, page) => {
      const client = await wholeClient(views, scope, id);
      return invoices.ofClient(scope, [client.id, ...client.mergedFrom], page);
    },

    statistics: async (scope, id) => statisticsOf(views, scope, (await wholeClient(views, scope, id)).id),

    overview: (scope, top) => overviewOf(views, scope, top, clock.now()),

    addNote: (scope, id, text) =>
      unitOfWork(scope, async (services, stores) => {
        const client = await services.views.clients.get(scope, id);
        mustBeEditable(mustBeThere(client), null);
        const note = { id: ids.uuid(), clientId: id, text, author: actorName(scope.actor), at: clock.now() };
        await stores.clients.addNote(scope, note);
        return note;
      }),
  };
}

function withHint(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== 'in_use') throw error;
  const message = 'Orders or invoices refer to this client: make the client anonymous instead, or merge it into another.';
  throw new DomainError('in_use', { message, facts: { instead: 'clients.anonymize' }, cause: error });
}
