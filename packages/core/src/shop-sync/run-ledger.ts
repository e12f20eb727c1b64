import type { Scope } from '../kit/scope.js';
import type { EngineDeps, Ledger, RunChange } from './execution.js';
import { RunLost } from './run-errors.js';
import type { SyncRun } from './sync-run.js';

/** So long a run is believed to be alive after it was last heard of. One that only was slow loses its run, and writes nothing more. */
export const LEASE_MS = 10_000;
const RENEWED_EVERY_MS = 3_000;
/** What wrote nothing is kept as often as somebody may look. */
const NOTED_EVERY_MS = 1000;

/** Keeps the account of one run. */
export interface RunLedger extends Ledger {
  current(): SyncRun;
  /** The run as it ended, or handed back. */
  close(change: RunChange): Promise<void>;
  /** Stores nothing more: somebody else has the run. */
  leave(): void;
}

export interface RunLedgerDeps extends Pick<EngineDeps, 'unitOfWork' | 'clock' | 'timers'> {
  readonly scope: Scope;
  readonly requests: () => number;
  readonly progress: (run: SyncRun) => void;
  /** Told when the run has been taken over. */
  readonly lost: (error: RunLost) => void;
}

/** One write after the other: a lease that is renewed beside a chunk would store how the run was before it. */
export function makeRunLedger(begun: SyncRun, deps: RunLedgerDeps): RunLedger {
  const { unitOfWork, clock, timers, scope, requests, progress, lost } = deps;
  const requestsBefore = begun.counts.requests;
  let current = begun;
  let savedAt = clock.now().getTime();
  let tail: Promise<unknown> = Promise.resolve();
  let closed = false;
  let cancelRenewal = timers.after(RENEWED_EVERY_MS, renew);

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = tail.then(work);
    tail = mine.catch(() => undefined);
    return mine;
  }

  const held = (run: SyncRun): SyncRun => ({
    ...run,
    leaseUntil: new Date(clock.now().getTime() + LEASE_MS),
    counts: { ...run.counts, requests: requestsBefore + requests() },
  });

  const commit: Ledger['commit'] = async (work) => {
    let next = current;
    const result = await unitOfWork(scope, async (services, stores) => {
      const { result: made, change } = await work(services, stores);
      next = change(held(current));
      if (!(await stores.syncRuns.save(scope, next))) throw new RunLost();
      return made;
    });
    current = next;
    savedAt = clock.now().getTime();
    progress(current);
    return result;
  };

  const save = (change: RunChange) => commit(async () => ({ result: undefined, change }));

  function leave(): void {
    closed = true;
    cancelRenewal();
  }

  function renew(): void {
    inTurn(() => save((run) => run))
      .catch((error: unknown) => {
        // Anything else meets the next chunk too, which knows what to do about it.
        if (error instanceof RunLost) lost(error);
      })
      .finally(() => {
        if (!closed) cancelRenewal = timers.after(RENEWED_EVERY_MS, renew);
      });
  }

  return {
    current: () => current,
    commit: (work) => inTurn(() => commit(work)),
    note: (change) =>
      inTurn(async () => {
        if (Math.abs(clock.now().getTime() - savedAt) >= NOTED_EVERY_MS) return save(change);
        current = change(held(current));
        progress(current);
      }),
    leave,
    close(change) {
      leave();
      return inTurn(() => save(change));
    },
  };
}
