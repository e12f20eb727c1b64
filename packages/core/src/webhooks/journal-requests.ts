import type { Clock } from '../kit/clock.js';
import { gathering } from '../kit/gathering.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { ImportedEntity } from '../shop-sync/shop-sync-service.js';
import type { Stores, TransactAll } from '../stores.js';
import type { ShopEvent } from './shop-event.js';
import { takeRequest, waitSecs } from './webhook-pace.js';
import { pushTurn } from './webhook-turns.js';

/** The events of one request of a shop that is let in. */
export interface ShopRequest {
  readonly scope: Scope;
  readonly entity: ImportedEntity;
  readonly sessionId: string;
  readonly events: readonly ShopEvent[];
}

/** `waitSecs` is 0 when the events are journaled; otherwise nothing of them is. */
export interface Journaled {
  readonly waitSecs: number;
}

export interface JournalDeps {
  readonly transact: TransactAll;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Requests that one transaction takes in. */
const TOGETHER_MAX = 20;

/**
 * Takes requests in, each at the pace of its establishment. The pace is locked until the commit, so one by one an establishment would wait for as many commits
 * as it sends requests: those that come while others are under way share one.
 */
export function makeJournalRequests({ transact, clock, ids }: JournalDeps): (request: ShopRequest) => Promise<Journaled> {
  async function takeIn(
    stores: Pick<Stores, 'pushQueue' | 'webhookLogs'>,
    { scope, entity, sessionId, events }: ShopRequest,
  ): Promise<Journaled> {
    const now = clock.now();
    const secs = waitSecs(await stores.webhookLogs.pace(scope, (pace) => takeRequest(pace, now)), now);
    if (secs > 0) return { waitSecs: secs };
    const fresh = events.map((event) => ({ ...event, id: ids.uuid(), replayOf: null }));
    const turn = await stores.webhookLogs.journal(scope, { entity, sessionId, receivedAt: now, events: fresh });
    if (turn !== null) await pushTurn(stores.pushQueue, ids, scope, turn, now);
    return { waitSecs: 0 };
  }

  /** Those of one establishment, in the order in which they came. */
  async function takeAllIn(scope: Scope, requests: readonly ShopRequest[]): Promise<ReadonlyMap<string, Journaled>> {
    return transact(scope, async (stores) => {
      const taken = new Map<string, Journaled>();
      for (const request of requests) taken.set(request.sessionId, await takeIn(stores, request));
      return taken;
    });
  }

  return gathering(
    ({ sessionId }) => sessionId,
    TOGETHER_MAX,
    async (requests) => {
      const scopes = new Map(requests.map(({ scope }) => [scope.siteId, scope]));
      const taken = await Promise.all(
        [...scopes.values()].map((scope) =>
          takeAllIn(
            scope,
            requests.filter((request) => request.scope.siteId === scope.siteId),
          ),
        ),
      );
      const all = new Map(taken.flatMap((ofSite) => [...ofSite]));
      return requests.flatMap(({ sessionId }) => all.get(sessionId) ?? []);
    },
  );
}
