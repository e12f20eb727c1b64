import type { Scope } from '../kit/scope.js';
import type { StopSignal } from '../kit/stop-signal.js';
import type { ShopProbe } from './shop-gateway.js';
import type { ShopEntity } from './shop-records.js';
import type { SyncJob, SyncRun } from './sync-run.js';

/** Keeps an establishment in step with its online shop. */
export interface ShopSyncService {
  /**
   * Runs the job to its end, or takes over one that was cut, and returns it with its outcome: a failing shop is an outcome, not an error.
   * Throws `not_configured` (no shop is connected), `sync_running` when another run is under way.
   */
  run(scope: Scope, job: SyncJob, options?: RunOptions): Promise<SyncRun>;
  /**
   * Reads these records of the shop now and imports them, as a run does. What the shop does not have is gone only when `action` said so or it was
   * linked; the shop is asked, never believed unasked. Returns what became of each. Throws `not_configured`, `ShopFault`.
   */
  importNow(scope: Scope, entity: ImportedEntity, externalIds: readonly string[], signal?: StopSignal): Promise<readonly Imported[]>;
  /** Tries the connection of the settings, or the one that is given. Throws `not_configured`, `ShopFault`. */
  probe(scope: Scope, connection?: { readonly url: string; readonly key: string }): Promise<ShopProbe>;
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
  /** Told after every chunk. */
  readonly progress?: (run: SyncRun) => void;
  readonly signal?: StopSignal;
}
