import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { ImportedEntity } from '../shop-sync/shop-sync-service.js';
import type { WebhookAction } from './shop-event.js';
import type { Settlement, WebhookLog, WebhookState } from './webhook-log.js';
import type { WebhookPace } from './webhook-pace.js';

/** What came with one request. */
export interface EventBatch {
  readonly entity: ImportedEntity;
  readonly sessionId: string;
  readonly receivedAt: Date;
  /** In the order in which they came; several may be about one record. */
  readonly events: readonly NewEvent[];
}

export interface NewEvent {
  readonly id: string;
  readonly action: WebhookAction;
  readonly externalId: string;
  readonly replayOf: string | null;
}

/**
 * A turn of work on the events of one entity. Each establishment and entity that has unfinished events has exactly one turn that is to come or under
 * way, whose number only grows: a message of the queue that names another one is out of date.
 */
export interface Turn {
  readonly entity: ImportedEntity;
  readonly number: number;
}

/** A turn that is to be put on the queue. */
export interface NextTurn extends Turn {
  readonly at: Date;
}

export interface ClaimWish {
  readonly token: string;
  readonly limit: number;
  /** What is not settled by then may be claimed again. */
  readonly leaseUntil: Date;
}

/** An event to be processed; `attempts` counts this one. */
export interface ClaimedEvent {
  readonly id: string;
  readonly externalId: string;
  readonly attempts: number;
}

/** How a turn ends. */
export interface TurnEnd {
  readonly settlements: readonly Settlement[];
  /** The shop wants to be left alone until then; null: it does not. New events do not bring the next turn forward. */
  readonly restUntil: Date | null;
}

export interface WebhookLogStore {
  /** Locks the pace of the establishment until the transaction ends, stores what `decide` makes of it, and returns that. */
  pace(scope: Scope, decide: (pace: WebhookPace | null) => WebhookPace): Promise<WebhookPace>;
  /**
   * Journals the events, in one statement. One about a record that an entry is waiting for is coalesced into that entry. Returns the turn that has to be put on the queue; null:
   * one is to come that will do.
   */
  journal(scope: Scope, batch: EventBatch): Promise<NextTurn | null>;
  /** Starts what is due, longest due first. Null when the turn is out of date. */
  claim(scope: Scope, turn: Turn, wish: ClaimWish, now: Date): Promise<readonly ClaimedEvent[] | null>;
  /**
   * Ends the turn: settles what is still held by the token, with what was coalesced into it. Returns the next turn; null: nothing is left, or the turn is out of
   * date.
   */
  settle(scope: Scope, turn: Turn, token: string, end: TurnEnd, now: Date): Promise<NextTurn | null>;
  /** Drops entries that ended before; returns how many. Housekeeping across tenants. */
  forgetBefore(before: Date): Promise<number>;
}

export interface WebhookLogFilter extends PageInput {
  readonly entity?: ImportedEntity | undefined;
  readonly state?: WebhookState | undefined;
  readonly sessionId?: string | undefined;
  readonly externalId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Of one entity, since an instant. */
export interface WebhookFigures {
  readonly entity: ImportedEntity;
  readonly counts: Readonly<Record<WebhookState, number>>;
  /** Of all that were processed themselves: how many records were read for them. */
  readonly processed: number;
  /** Milliseconds; null: nothing has ended. */
  readonly meanMs: number | null;
  readonly slowestMs: number | null;
  /** When the unfinished entry that waits longest came; null: none waits. */
  readonly oldestWaitingAt: Date | null;
}

export interface WebhookLogViews {
  get(scope: Scope, id: string): Promise<WebhookLog | null>;
  /** Newest first. */
  list(scope: Scope, filter: WebhookLogFilter): Promise<Page<WebhookLog>>;
  /** The entries of a request, as they came. */
  ofSession(scope: Scope, sessionId: string): Promise<readonly WebhookLog[]>;
  /** Of what came since; entities without any are left out. */
  figures(scope: Scope, since: Date): Promise<readonly WebhookFigures[]>;
}
