import { hasCode } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { StopSignal } from '../kit/stop-signal.js';
import type { Site } from '../sites/site.js';
import type { EngineDeps, RunChange, SyncParts } from './execution.js';
import { makeForeseenLinks } from './foreseen-links.js';
import { RunLost, RunTimedOut, TooMuchGone } from './run-errors.js';
import { makeRunLedger, type RunLedger } from './run-ledger.js';
import { ShopFault, type ShopGateway } from './shop-gateway.js';
import { makeStopper, type Stopper } from './stopper.js';
import { runJob } from './sync-jobs.js';
import type { SyncOutcome, SyncRun, VanishedCounts } from './sync-run.js';
import { sinceWhen } from './sync-windows.js';

/** No run goes on for longer (interfaces D, "Periodic jobs"). */
export const RUN_LIMIT_MS = 2 * 3_600_000;

export interface Begun {
  readonly scope: Scope;
  readonly site: Site;
  readonly gateway: ShopGateway;
  readonly parts: SyncParts;
  readonly run: SyncRun;
  readonly signal: StopSignal;
  readonly progress: (run: SyncRun) => void;
}

/**
 * Runs to the end what was begun, and returns it with its outcome. When the signal cuts it, it can be taken over at once, and the signal's reason
 * is thrown; so is `store_unavailable` when not even the outcome could be kept.
 */
export async function executeRun(deps: EngineDeps, begun: Begun): Promise<SyncRun> {
  const { scope, gateway, run, progress } = begun;
  const stopper = makeStopper(begun.signal);
  const lost = (error: RunLost) => stopper.stop(error);
  const ledger = makeRunLedger(run, { ...deps, scope, progress, lost, requests: () => gateway.requests() });
  const cancelLimit = deps.timers.after(RUN_LIMIT_MS, () => stopper.stop(new RunTimedOut()));
  try {
    await Promise.race([work(deps, begun, ledger, stopper.signal), whenStopped(stopper.signal)]);
    await ledger.close(ended(deps, null));
  } catch (error) {
    await closeFailed(deps, begun, ledger, stopper.signal.aborted ? verdictOnStop(stopper.signal.reason) : verdictOnFault(error));
  } finally {
    cancelLimit();
    end(stopper);
  }
  return (await deps.views.syncRuns.get(scope, run.id)) ?? ledger.current();
}

async function work(deps: EngineDeps, { scope, site, gateway, parts, run }: Begun, ledger: RunLedger, signal: StopSignal): Promise<void> {
  const { syncRuns } = deps.views;
  const orders = (run.job === 'orders' ? run.since : null) ?? (await sinceWhen(syncRuns, scope, 'orders', run.openedAt));
  const since = (await syncRuns.firstStart(scope)) ?? run.startedAt;
  const [foreseen, authority] = [run.dryRun ? makeForeseenLinks(deps.views) : null, run.job === 'full'];
  const execution = { deps, scope, site, gateway, parts, signal, ledger, since, foreseen, authority, accepted: run.accepted };
  await runJob({ execution, run, since: { orders, products: run.job === 'products' ? run.since : null } });
}

/** Whoever reads ahead is told to stop, too. */
function end(stopper: Stopper): void {
  stopper.stop(new Error('The run has ended.'));
  stopper.release();
}

function whenStopped(signal: StopSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function closeFailed(deps: EngineDeps, { run, scope }: Begun, ledger: RunLedger, verdict: Verdict): Promise<void> {
  switch (verdict.kind) {
    case 'lost':
      return ledger.leave();
    case 'cut':
      await ledger.close((current) => ({ ...current, leaseUntil: deps.clock.now() }));
      throw verdict.reason;
    case 'ended':
      if (verdict.fault !== null) deps.logger.error({ err: verdict.fault, siteId: scope.siteId, job: run.job }, 'a synchronization failed');
      return ledger.close(ended(deps, verdict));
  }
}

interface Ended {
  readonly kind: 'ended';
  readonly outcome: SyncOutcome;
  readonly reason: string;
  /** What somebody has to look into. */
  readonly fault: unknown;
  readonly vanished?: VanishedCounts;
}

/** `lost`: it is not this execution's to close. `cut`: the host ends it, and it has no outcome yet. */
type Verdict = Ended | { readonly kind: 'lost' } | { readonly kind: 'cut'; readonly reason: unknown };

function verdictOnStop(reason: unknown): Verdict {
  if (reason instanceof RunLost) return { kind: 'lost' };
  const isTimeout = reason instanceof RunTimedOut || (reason instanceof Error && reason.name === 'TimeoutError');
  return isTimeout ? { kind: 'ended', outcome: 'timed_out', reason: new RunTimedOut().message, fault: null } : { kind: 'cut', reason };
}

function verdictOnFault(error: unknown): Verdict {
  if (error instanceof RunLost) return { kind: 'lost' };
  if (error instanceof TooMuchGone) {
    return { kind: 'ended', outcome: 'failed', reason: error.message, fault: null, vanished: error.vanished };
  }
  if (error instanceof ShopFault || hasCode(error, 'store_unavailable')) {
    return { kind: 'ended', outcome: 'failed', reason: error.message, fault: null };
  }
  return { kind: 'ended', outcome: 'failed', reason: 'An unexpected fault; the log of the server says which.', fault: error };
}

function ended({ clock }: EngineDeps, verdict: Ended | null): RunChange {
  return (run) => ({
    ...run,
    outcome: verdict?.outcome ?? (run.counts.quarantined > 0 ? 'completed_with_quarantine' : 'completed'),
    reason: verdict?.reason ?? null,
    vanished: verdict?.vanished ?? null,
    expected: verdict === null ? run.counts.read : run.expected,
    finishedAt: clock.now(),
  });
}
