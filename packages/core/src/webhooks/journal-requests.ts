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

type JournalStores = Pick<Stores, 'pushQueue' | 'webhookLogs'>;

/** Requests that one transaction takes in. */
const TOGETHER_MAX = 20;

/**
 * Takes requests in, each at the pace of its establishment. The pace is locked until the commit, so one by one an establishment would wait for as many commits
 * as it sends requests: those that come while others are under way share one.
 */
export function makeJournalRequests({ transact, clock, ids }: JournalDeps): (request: ShopRequest) => Promise<Journaled> {
  /** What each of so many requests has to wait, reckoned one after the other under one lock. */
  async function waitsOf({ webhookLogs }: JournalStores, scope: Scope, count: number, now: Date): Promise<readonly number[]> {
    let waits: readonly number[] = [];
    await webhookLogs.pace(scope, (before) => {
      let pace = takeRequest(before, now);
      waits = [waitSecs(pace, now)];
      for (let taken = 1; taken < count; taken += 1) {
        pace = takeRequest(pace, now);
        waits = [...waits, waitSecs(pace, now)];
      }
      return pace;
    });
    return waits;
  }

  async function takeIn(stores: JournalStores, { scope, entity, sessionId, events }: ShopRequest, now: Date): Promise<void> {
    const fresh = events.map((event) => ({ ...event, id: ids.uuid(), replayOf: null }));
    const turn = await stores.webhookLogs.journal(scope, { entity, sessionId, receivedAt: now, events: fresh });
    if (turn !== null) await pushTurn(stores.pushQueue, ids, scope, turn, now);
  }

  /** Those of one establishment, in the order in which they came. */
  async function takeAllIn(scope: Scope, requests: readonly ShopRequest[]): Promise<ReadonlyMap<string, Journaled>> {
    return transact(scope, async (stores) => {
      const now = clock.now();
      const waits = await waitsOf(stores, scope, requests.length, now);
      const taken = new Map<string, Journaled>();
      for (const [index, request] of requests.entries()) {
        const wait = waits[index] ?? 0;
        if (wait === 0) await takeIn(stores, request, now);
        taken.set(request.sessionId, { waitSecs: wait });
      }
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
