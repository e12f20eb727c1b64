import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { DeliveryState, SyncDelivery } from './sync-delivery.js';
import type { SyncLink } from './sync-link.js';

/** A call of a shop that was let in, and what it was answered. */
export interface RememberedCall {
  /** `webhook-id`. */
  readonly id: string;
  /** SHA-256 of the body. */
  readonly digest: string;
  readonly answer: unknown;
  readonly at: Date;
}

/** A movement of stock that a shop told of. */
export interface SyncMovement {
  /** The shop's. */
  readonly id: string;
  readonly key: string;
  /** Added (above zero) or taken (below). */
  readonly quantity: number;
  readonly reason: string | null;
  /** When it happened in the shop. */
  readonly at: Date;
}

/** Writes of links and of what travels over them. */
export interface SyncLinkStore {
  /** Throws `unknown_record` (the establishment), `duplicate`. */
  create(scope: Scope, link: SyncLink): Promise<void>;
  /**
   * Locks the link until the transaction ends and stores what `decide` returns, unless it returns what it was given. Never waits for who only adds
   * deliveries to it. Null: there is none.
   */
  change(scope: Scope, id: string, decide: (before: SyncLink) => SyncLink): Promise<SyncLink | null>;
  /** With everything that travelled over it. False: there is none. */
  remove(scope: Scope, id: string): Promise<boolean>;
  /** The ids of the links of the establishment that want to be told of sales. */
  addressees(scope: Scope): Promise<readonly string[]>;
  /** The call with this id, or null. Under the lock of the link, so that the same call is made once. */
  recall(scope: Scope, linkId: string, callId: string): Promise<RememberedCall | null>;
  remember(scope: Scope, linkId: string, call: RememberedCall): Promise<void>;
  /** Those of the movements that the link has told before, as it told them. */
  knownMovements(scope: Scope, linkId: string, ids: readonly string[]): Promise<readonly SyncMovement[]>;
  /** Remembers the movements for ever, all or nothing. Throws `duplicate` for one that was told before. */
  addMovements(scope: Scope, linkId: string, movements: readonly SyncMovement[]): Promise<void>;
  addDeliveries(scope: Scope, deliveries: readonly SyncDelivery[]): Promise<void>;
  /** As `change`, of a delivery. */
  changeDelivery(scope: Scope, id: string, decide: (before: SyncDelivery) => SyncDelivery): Promise<SyncDelivery | null>;
  /** Makes the held deliveries of the link wait again; their ids, oldest first. */
  release(scope: Scope, linkId: string): Promise<readonly string[]>;
  /**
   * Forgets calls of before `callsBefore` and deliveries that were made or given up before `deliveriesBefore`; how many. What is held stays, movements
   * too. Across tenants: it is housekeeping.
   */
  forgetBefore(callsBefore: Date, deliveriesBefore: Date): Promise<number>;
}

export interface DeliveryFilter extends PageInput {
  readonly linkId?: string | undefined;
  readonly state?: DeliveryState | undefined;
}

/** Reads of links. */
export interface SyncLinkViews {
  get(scope: Scope, id: string): Promise<SyncLink | null>;
  /** Across tenants: a shop names its link, and the link whose it is. */
  find(id: string): Promise<SyncLink | null>;
  /** Oldest first. */
  list(scope: Scope): Promise<readonly SyncLink[]>;
  delivery(scope: Scope, id: string): Promise<SyncDelivery | null>;
  /** Newest first. */
  deliveries(scope: Scope, filter: DeliveryFilter): Promise<Page<SyncDelivery>>;
}
