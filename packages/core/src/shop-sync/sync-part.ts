import type { Scope } from '../kit/scope.js';
import type { StopSignal } from '../kit/stop-signal.js';
import type { Services } from '../services.js';
import type { Site } from '../sites/site.js';
import type { Stores, Views } from '../stores.js';
import type { Refused } from './quarantine.js';
import type { ShopGateway, ShopRead } from './shop-gateway.js';
import type { ShopEntity, ShopRecord } from './shop-records.js';
import type { WriteCounts } from './sync-run.js';

/**
 * One kind of records in a synchronization. The engine (`sync-engine.ts`) reads chunks, leaves out what is as it was imported last, plans and applies
 * each chunk in one transaction, halves one that fails until the failing record stands alone, sets that apart, and moves the cursor.
 *
 * A part is made anew for every run, so it may remember what it has seen: a dry run applies nothing, and what earlier chunks of it would have
 * created must be known to later ones all the same (`ChunkPlan.foresee`).
 */
export interface SyncPart<Kept extends ShopRecord> {
  readonly entity: ShopEntity;
  /** Raised when the same record of the shop would be imported differently: then unchanged records are imported again. */
  readonly rules: number;
  /** True: a record that is as it was imported last is planned all the same, because what is here may have moved since. Left out: false. */
  readonly heedsUnchanged?: boolean;
  /**
   * What the records name that is not here, as their plans would say it (`PlannedLink.lacking`); those that lack nothing are left out. Asked of records
   * that are not as they were when nothing was lacking. Left out: none ever lacks anything.
   */
  lacking?(work: Pick<PartWork, 'scope' | 'views'>, records: readonly Kept[]): Promise<ReadonlyMap<string, readonly string[]>>;
  read(gateway: ShopGateway, externalIds: readonly string[], signal: StopSignal): Promise<ShopRead<Kept>>;
  /**
   * Decides what the chunk writes. Called within the transaction that applies it, unless the run is dry. Writes and remembers nothing itself: it may be
   * called again for the same records, when the plan could not be carried out.
   */
  plan(work: PartWork, records: readonly Kept[]): Promise<ChunkPlan>;
  /** The same for records the shop does not have any more; only of those that are linked. */
  planGone(work: PartWork, externalIds: readonly string[]): Promise<ChunkPlan>;
}

export interface PartWork {
  readonly scope: Scope;
  readonly site: Site;
  readonly now: Date;
  /** Of the transaction, or committed ones when the run is dry. */
  readonly views: Views;
  /** Null in a dry run. Rows that the plan is going to change are read locked through them. */
  readonly stores: Stores | null;
  /** Before this the shop was on its own: what it had shipped by then is history. */
  readonly since: Date;
  /** As `Execution.authority`: a record that is older than what was imported last is imported all the same. */
  readonly authority: boolean;
}

export interface ChunkPlan {
  /** What each imported record is here. */
  readonly links: readonly PlannedLink[];
  readonly writes: WriteCounts;
  /** Records that cannot be imported, with why; nothing of them is in the plan. */
  readonly refused: readonly Refused[];
  /** Writes exactly what was counted. */
  apply(services: Services, stores: Stores): Promise<void>;
  /** What a dry run does instead of `apply`, once per plan that counts: later chunks know what this one would have written. */
  foresee(): void;
}

export interface PlannedLink {
  readonly externalId: string;
  readonly localId: string;
  /** True: it names something that is not here yet. Its digest is not kept, so that the next run plans it again, changed or not. */
  readonly provisional?: boolean;
  /** What it names and is not here. It is planned again, changed or not, once it lacks something else: so what never comes costs no run anything. */
  readonly lacking?: readonly string[];
}
