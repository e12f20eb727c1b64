import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import type { Logger } from '../kit/logger.js';
import type { Scope } from '../kit/scope.js';
import type { StopSignal } from '../kit/stop-signal.js';
import type { Timers } from '../kit/timers.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import type { Services } from '../services.js';
import type { Site } from '../sites/site.js';
import type { Stores, Views } from '../stores.js';
import type { ForeseenLinks } from './foreseen-links.js';
import type { ShopGateway } from './shop-gateway.js';
import type { ShopCategory, ShopCustomer, ShopOrder, ShopProduct, ShopRecord, ShopVendor } from './shop-records.js';
import type { SyncPart } from './sync-part.js';
import type { SyncRun, VanishedCounts } from './sync-run.js';

export interface EngineDeps {
  readonly unitOfWork: UnitOfWork;
  /** What is committed. */
  readonly views: Views;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly timers: Timers;
  readonly logger: Logger;
}

/** A part whose records are so few that every run reads all of them. */
export interface WholePart<Kept extends ShopRecord> {
  readonly part: SyncPart<Kept>;
  /** Every record there is, each with the id that its link has, in the order in which they can be imported. */
  all(gateway: ShopGateway, signal: StopSignal): Promise<readonly Kept[]>;
}

/** The parts of one execution. */
export interface SyncParts {
  readonly vendors: WholePart<ShopVendor>;
  readonly categories: WholePart<ShopCategory>;
  readonly products: SyncPart<ShopProduct>;
  readonly customers: SyncPart<ShopCustomer>;
  readonly orders: SyncPart<ShopOrder>;
  /**
   * Products of which orders of this execution have moved what is promised, since it was asked last: their stock is to be worked out once more. Null:
   * stock does not follow the shop.
   */
  readonly movedGoods: ((views: Pick<Views, 'products'>, scope: Scope) => Promise<readonly string[]>) | null;
}

/** How a run changes by something that was done. */
export type RunChange = (run: SyncRun) => SyncRun;

/** Where an execution writes, and what keeps account of it. */
export interface Ledger {
  /** Everything that the work writes, and the run as it is after it, in one transaction. */
  commit<Result>(work: (services: Services, stores: Stores) => Promise<{ result: Result; change: RunChange }>): Promise<Result>;
  /** Something that wrote nothing. */
  note(change: RunChange): Promise<void>;
}

/** One execution of the engine: a run, or the import of single records. */
export interface Execution {
  readonly deps: EngineDeps;
  readonly scope: Scope;
  readonly site: Site;
  readonly gateway: ShopGateway;
  readonly parts: SyncParts;
  readonly signal: StopSignal;
  readonly ledger: Ledger;
  /** Of the establishment's first run (`PartWork.since`). */
  readonly since: Date;
  /** What a dry run would have linked by now; null: it writes. */
  readonly foreseen: ForeseenLinks | null;
  /**
   * The shop is right even where it says that a record changed earlier than what was imported last: so a shop that was restored from a backup is
   * followed by the nightly run, while an answer from a cache does not undo anything in between.
   */
  readonly authority: boolean;
  /** Of the run (`SyncRun.accepted`). */
  readonly accepted: VanishedCounts | null;
}
