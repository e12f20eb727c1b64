import type { PhotoFiles } from '../photos/photo-files.js';
import { sweepPhotos } from '../photos/sweep-photos.js';
import type { Stores } from '../stores.js';
import type { Clock } from './clock.js';
import { IDEMPOTENCY_KEPT_HOURS } from './idempotency.js';
import { hostScope } from './scope.js';
import type { Transact } from './transact.js';

const HOUR_MS = 3_600_000;
/** No rate policy looks back further than a day. */
const RATE_KEPT_HOURS = 24;
/** What has expired can still be told from what never was: "this link has expired", "last signed in on". */
const EXPIRED_KEPT_HOURS = 30 * 24;
/** Budgets of certificate orders look back a week. */
const ORDERS_KEPT_HOURS = 8 * 24;
/** Of runs of schedules. */
const RUNS_KEPT_HOURS = 30 * 24;
/** Of synchronizations with online shops: a quarter, which tells what a season was like. */
const SYNC_RUNS_KEPT_HOURS = 90 * 24;
/** What online shops told, once it has been processed. */
const WEBHOOKS_KEPT_HOURS = 30 * 24;
/** A shop that repeats a call does so within days; what was told to one can be looked at, and told again, for longer. */
const SYNC_CALLS_KEPT_HOURS = 7 * 24;
const SYNC_DELIVERIES_KEPT_HOURS = 90 * 24;
/** What endpoints of integrators were told. */
const WEBHOOK_DELIVERIES_KEPT_HOURS = 30 * 24;
/** The longest delay between tries is far below a day. */
const THROTTLE_KEPT_HOURS = 24;

/** Of each kind, how many were forgotten; of orders, for how many establishments months were counted. */
export interface Swept {
  readonly certificates: number;
  readonly idempotency: number;
  readonly oneTimeTokens: number;
  readonly orders: number;
  readonly photos: number;
  readonly pushQueue: number;
  readonly rateLimits: number;
  readonly scheduleRuns: number;
  readonly sessions: number;
  readonly syncLinks: number;
  readonly syncRuns: number;
  readonly throttles: number;
  readonly webhookEndpoints: number;
  readonly webhookLogs: number;
}

export interface Housekeeping {
  /** Forgets what has had its time, and counts orders of months that are over, in every tenant. Safe to run anywhere, any number of times at once. */
  sweep(): Promise<Swept>;
}

export interface HousekeepingDeps {
  readonly transact: Transact<Pick<Stores, keyof Swept>>;
  readonly photoFiles: PhotoFiles;
  readonly clock: Clock;
}

export function makeHousekeeping(deps: HousekeepingDeps): Housekeeping {
  return {
    async sweep() {
      const now = deps.clock.now();
      const everyTenant = hostScope('housekeeping');
      const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
      const rows = await deps.transact(everyTenant, async (stores) => ({
        certificates: await stores.certificates.forgetBefore(now, hoursAgo(ORDERS_KEPT_HOURS)),
        idempotency: await stores.idempotency.forgetBefore(hoursAgo(IDEMPOTENCY_KEPT_HOURS)),
        oneTimeTokens: await stores.oneTimeTokens.forgetBefore(hoursAgo(EXPIRED_KEPT_HOURS)),
        pushQueue: await stores.pushQueue.forgetBefore(hoursAgo(0)),
        rateLimits: await stores.rateLimits.forgetBefore(hoursAgo(RATE_KEPT_HOURS)),
        scheduleRuns: await stores.scheduleRuns.forgetBefore(hoursAgo(RUNS_KEPT_HOURS)),
        sessions: await stores.sessions.forgetBefore(hoursAgo(EXPIRED_KEPT_HOURS)),
        syncLinks: await stores.syncLinks.forgetBefore(hoursAgo(SYNC_CALLS_KEPT_HOURS), hoursAgo(SYNC_DELIVERIES_KEPT_HOURS)),
        syncRuns: await stores.syncRuns.forgetBefore(hoursAgo(SYNC_RUNS_KEPT_HOURS)),
        throttles: await stores.throttles.forgetBefore(hoursAgo(THROTTLE_KEPT_HOURS)),
        webhookEndpoints: await stores.webhookEndpoints.forgetBefore(hoursAgo(WEBHOOK_DELIVERIES_KEPT_HOURS)),
        webhookLogs: await stores.webhookLogs.forgetBefore(hoursAgo(WEBHOOKS_KEPT_HOURS)),
      }));
      // On their own: years of orders may be counted for long, and what goes wrong with a file must not bring rows back.
      const orders = await deps.transact(everyTenant, (stores) => stores.orders.countMonths());
      return { ...rows, orders, photos: await sweepPhotos({ transact: deps.transact, files: deps.photoFiles }, everyTenant, now) };
    },
  };
}
