import type { Clock } from '../../kit/clock.js';
import type { Crypto } from '../../kit/crypto.js';
import { DomainError } from '../../kit/errors.js';
import type { Logger } from '../../kit/logger.js';
import type { Scope } from '../../kit/scope.js';
import type { StopSignal } from '../../kit/stop-signal.js';
import type { TransactAll, Views } from '../../stores.js';
import { neededConnection, URL_SETTING } from '../connection.js';
import { dueTonight } from '../nightly.js';
import { SYNC_ACTOR } from '../run-everywhere.js';
import type { ShopGateways } from '../shop-gateway.js';
import { customerDrift, orderDrift, productDrift, vendorDrift, type Watch } from './compare-shop.js';
import type { DriftReport } from './drift-report.js';

/** Compares establishments with their online shops. Writes nothing but the report. */
export interface DriftService {
  /** Compares now, keeps the report and returns it. Throws `not_configured`, `unknown_shop`, `ShopFault`. */
  run(scope: Scope, signal?: StopSignal): Promise<DriftReport>;
  /** The last report; null: none yet. */
  last(scope: Scope): Promise<DriftReport | null>;
  /** Every connected establishment that was not compared tonight; how many were. One that fails keeps no other from it. */
  runNightly(signal?: StopSignal): Promise<number>;
}

export interface DriftDeps {
  /** Null: this host is connected to no online shops. */
  readonly gateways: ShopGateways | null;
  readonly transact: TransactAll;
  readonly views: Views;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly logger: Logger;
}

/** So long after the establishment's nightly run has begun. */
const AFTER_RUN_MS = 3_600_000;

/** Nobody stops it. */
const NEVER_STOPPED: StopSignal = {
  aborted: false,
  reason: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

export function makeDriftService({ gateways, transact, views, clock, crypto, logger }: DriftDeps): DriftService {
  async function run(scope: Scope, signal: StopSignal = NEVER_STOPPED): Promise<DriftReport> {
    if (gateways === null) throw new DomainError('not_configured');
    const gateway = gateways.open(await neededConnection(views, scope));
    const watch: Watch = { scope, views, gateway, signal, now: clock.now() };
    const entities = [await productDrift(watch), await orderDrift(watch), await customerDrift(watch), await vendorDrift(watch)];
    const report = { startedAt: watch.now, finishedAt: clock.now(), requests: gateway.requests(), entities };
    await transact(scope, ({ driftReports }) => driftReports.put(scope, report), 'one-call');
    return report;
  }

  /** The night's run comes first, so that what it brings in step is in step. */
  async function isDue(scope: Scope): Promise<boolean> {
    const site = await views.sites.get(scope);
    const due = site === null ? null : dueTonight(crypto, site, clock.now());
    if (due === null || clock.now().getTime() < due.getTime() + AFTER_RUN_MS) return false;
    const last = await views.driftReports.last(scope);
    return last === null || last.startedAt < due;
  }

  return {
    run,
    last: (scope) => views.driftReports.last(scope),
    async runNightly(signal) {
      let compared = 0;
      for (const site of await views.settings.sitesWith(URL_SETTING)) {
        const scope = { ...site, actor: SYNC_ACTOR };
        if (signal?.aborted === true || !(await isDue(scope))) continue;
        const failure = await run(scope, signal).then(
          () => null,
          (error: unknown) => error,
        );
        if (failure === null) compared += 1;
        else logger.warn({ err: failure, siteId: scope.siteId }, 'An establishment could not be compared with its online shop');
      }
      return compared;
    },
  };
}
