import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { OutgoingHttp } from '../kit/outgoing-http.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import type { Stores, Views } from '../stores.js';
import { callOf, refusalIn } from './deliver-event.js';
import { pushDeliveries } from './delivery-queue.js';
import { makeReceiveSync, type SyncCall, type SyncReceived } from './receive-sync.js';
import { makeSyncSecret } from './signed-message.js';
import { rotated } from './signing-secrets.js';
import type { SyncDelivery } from './sync-delivery.js';
import { LINKS_MAX, NO_COUNTS, type SyncLink } from './sync-link.js';
import { mustBeCallable } from './webhook-url.js';

export interface NewLink {
  readonly name: string;
  readonly url: string | null;
}

/** What came of a ping. */
export interface Ping {
  readonly delivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
  readonly tookMs: number;
}

/** Links between online shops and the tills of establishments (decisions §5). All of a link that is not there throw `unknown_record`. */
export interface LinksService {
  /** What a shop sends. Throws what `makeReceiveSync` says. */
  receive(call: SyncCall): Promise<SyncReceived>;
  /** The secret is in the link, and shown this once. Throws `invalid_request` (the address; too many links). */
  create(scope: Scope, link: NewLink): Promise<SyncLink>;
  /** Undefined leaves. Throws `invalid_request` (the address). */
  update(scope: Scope, id: string, changes: { readonly [Field in keyof NewLink]?: NewLink[Field] | undefined }): Promise<SyncLink>;
  /** A new secret, which signs at once; the one before is good for so many hours more, and signs too until then. */
  rotate(scope: Scope, id: string, graceHours: number): Promise<SyncLink>;
  /** Nothing travels until it is enabled. Disabled already: it stays as it is. */
  disable(scope: Scope, id: string): Promise<SyncLink>;
  /** Everything that was held goes on its way. */
  enable(scope: Scope, id: string): Promise<SyncLink>;
  /** Ends the link and forgets what travelled over it; what it brought into the catalogue and the ledger stays. */
  revoke(scope: Scope, id: string): Promise<SyncLink>;
  /** Puts the event on its way once more, under its own id, with all its attempts. */
  redeliver(scope: Scope, deliveryId: string): Promise<SyncDelivery>;
  /** Sends a `ping` and waits for the answer: not for transactions. Throws `invalid_request` for a link without an address. */
  test(scope: Scope, id: string): Promise<Ping>;
}

export interface LinksDeps {
  readonly unitOfWork: UnitOfWork;
  readonly views: Pick<Views, 'syncLinks'>;
  readonly outgoing: OutgoingHttp;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
}

const HOUR_MS = 3_600_000;

export function makeLinksService(deps: LinksDeps): LinksService {
  const { unitOfWork, views, outgoing, clock, crypto, ids } = deps;

  const change = (scope: Scope, id: string, decide: (before: SyncLink) => SyncLink) =>
    unitOfWork(scope, async (_, { syncLinks }) => found(await syncLinks.change(scope, id, decide)));

  async function pushAgain(stores: Stores, scope: Scope, linkId: string, deliveryIds: readonly string[]): Promise<void> {
    const deliveries = deliveryIds.map((id) => ({ id, linkId }));
    await pushDeliveries({ pushQueue: stores.pushQueue, ids }, scope, deliveries, clock.now());
  }

  return {
    receive: makeReceiveSync(deps),

    create: async (scope, { name, url }) => {
      if (url !== null) mustBeCallable(outgoing, url);
      return unitOfWork(scope, async ({ views: seen }, { sites, syncLinks }) => {
        await sites.lock(scope);
        if ((await seen.syncLinks.list(scope)).length >= LINKS_MAX) throw tooMany();
        const link = newLink(scope, { id: ids.uuid(), name, url, secret: makeSyncSecret(crypto), createdAt: clock.now() });
        await syncLinks.create(scope, link);
        return link;
      });
    },

    update: (scope, id, { name, url }) =>
      change(scope, id, (before) => {
        if (url !== undefined && url !== null) mustBeCallable(outgoing, url);
        return { ...before, name: name ?? before.name, url: url === undefined ? before.url : url };
      }),

    rotate(scope, id, graceHours) {
      const [now, secret] = [clock.now(), makeSyncSecret(crypto)];
      return change(scope, id, (before) => rotated(before, secret, new Date(now.getTime() + graceHours * HOUR_MS), now));
    },

    disable: (scope, id) =>
      change(scope, id, (before) => ({ ...before, disabled: before.disabled ?? { reason: 'person', at: clock.now() } })),

    enable: (scope, id) =>
      unitOfWork(scope, async (_, stores) => {
        const link = found(await stores.syncLinks.change(scope, id, (before) => ({ ...before, disabled: null })));
        await pushAgain(stores, scope, id, await stores.syncLinks.release(scope, id));
        return link;
      }),

    revoke: (scope, id) =>
      unitOfWork(scope, async (_, { syncLinks }) => {
        const link = found(await syncLinks.change(scope, id, (same) => same));
        await syncLinks.remove(scope, id);
        return link;
      }),

    redeliver: (scope, deliveryId) =>
      unitOfWork(scope, async (_, stores) => {
        const again = { state: 'waiting', attempts: 0 } as const;
        const delivery = found(await stores.syncLinks.changeDelivery(scope, deliveryId, (before) => ({ ...before, ...again })));
        await pushAgain(stores, scope, delivery.linkId, [delivery.id]);
        return delivery;
      }),

    async test(scope, id) {
      const link = found(await views.syncLinks.get(scope, id));
      if (link.url === null) throw new DomainError('invalid_request', { message: 'The link has no address to send to.' });
      const [now, messageId] = [clock.now(), ids.uuid()];
      const body = JSON.stringify({ id: messageId, type: 'ping', at: now.toISOString() });
      const answered = await outgoing.post(callOf(crypto, link, link.url, { id: messageId, body }, now));
      const error = refusalIn(answered);
      const status = answered.kind === 'answered' ? answered.status : null;
      return { delivered: error === null, status, error, tookMs: clock.now().getTime() - now.getTime() };
    },
  };
}

type Given = Pick<SyncLink, 'id' | 'name' | 'url' | 'secret' | 'createdAt'>;

function newLink({ tenantId, siteId }: Scope, given: Given): SyncLink {
  return { ...given, tenantId, siteId, retiring: [], disabled: null, counts: NO_COUNTS, lastSeenAt: null, lastDeliveredAt: null };
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw new DomainError('unknown_record');
  return row;
}

function tooMany(): DomainError {
  return new DomainError('invalid_request', { message: `An establishment has at most ${LINKS_MAX} links.` });
}
