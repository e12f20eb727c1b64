import type { Scope } from '../kit/scope.js';
import type { StopSignal } from '../kit/stop-signal.js';
import type { ShopConnection, ShopProbe } from './shop-gateway.js';
import type { ShopEntity } from './shop-records.js';
import type { SyncJob, SyncRun } from './sync-run.js';

/** Keeps an establishment in step with its online shop. */
export interface ShopSyncService {
  /**
   * Runs the job to its end, or takes over one that was cut, and returns it with its outcome: a failing shop is an outcome, not an error.
   * Throws `not_configured` (no shop is connected), `sync_running` when another run is under way, `nothing_to_accept`.
   */
  run(scope: Scope, job: SyncJob, options?: RunOptions): Promise<SyncRun>;
  /** As `run`, but returns the run as it begins and goes on in this process: when that ends, the next run of the job goes on where it was cut. */
  start(scope: Scope, job: SyncJob, options?: RunOptions): Promise<SyncRun>;
  /**
   * Runs the job for every establishment with a shop, some at once, those first that wait longest: `full` only where it is night and was not done
   * since. One that is busy has its turn when it is free, within two hours (with `full`: when this is called again); neither that nor one that fails
   * keeps the others from it. Safe to call anywhere, as often as one likes.
   */
  runEverywhere(job: SyncJob, signal?: StopSignal): Promise<readonly SyncRun[]>;
  /**
   * Reads these records of the shop now and imports them, as a run does. What the shop does not have is gone only when `action` said so or it was
   * linked; the shop is asked, never believed unasked. Returns what became of each. Throws `not_configured`, `ShopFault`.
   */
  importNow(scope: Scope, entity: ImportedEntity, externalIds: readonly string[], signal?: StopSignal): Promise<readonly Imported[]>;
  /** Tries the connection of the settings, or the one that is given. Throws `not_configured`, `ShopFault`. */
  probe(scope: Scope, connection?: ShopConnection): Promise<ShopProbe>;
  /** `ShopGateways.pausedUntil` of the shop that is connected; null also where none is. */
  pausedUntil(scope: Scope): Promise<Date | null>;
  /** Cuts what runs in this process and waits until all of it can be taken over by others. */
  stop(): Promise<void>;
}

export type ImportedEntity = Extract<ShopEntity, 'products' | 'customers' | 'orders'>;

/** `skipped`: unchanged, or unknown here and gone there. */
export interface Imported {
  readonly externalId: string;
  readonly localId: string | null;
  readonly result: 'imported' | 'skipped' | 'gone' | 'quarantined';
  /** Why it is in quarantine. */
  readonly reason: string | null;
}

export interface RunOptions {
  readonly dryRun?: boolean;
  /** As much may be gone from the shop at once as stopped the last full run; more may not. */
  readonly acceptDisappearance?: boolean;
  /** Told after every chunk. */
  readonly progress?: (run: SyncRun) => void;
  readonly signal?: StopSignal;
}
