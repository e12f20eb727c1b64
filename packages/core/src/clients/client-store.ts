import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { Order } from '../orders/order.js';
import type { Client, ClientKind } from './client.js';
import type { ClientEvent, ClientHistoryEntry, ClientNote } from './client-event.js';
import type { ClientFigures, ClientTotals } from './client-figures.js';
import type { Likeness } from './client-likeness.js';

/** What becomes of a client, and what is written about it. */
export interface ClientDecision {
  readonly client: Client;
  readonly event: ClientEvent;
}

/** Writes of clients, whole. */
export interface ClientStore {
  /** Stores the clients, each with the event, all or nothing. Throws `duplicate` when an id, mail address or external id is taken. */
  create(scope: Scope, clients: readonly Client[], event: ClientEvent): Promise<void>;
  /** Locks the clients, merged or not, in the order of their ids, and returns those that exist, in no order, for a decision that depends on them. */
  lock(scope: Scope, ids: readonly string[]): Promise<readonly Client[]>;
  /**
   * Locks the client, merged or not, hands it to `decide` and stores what it returns, with the event. Null: nothing changes. Throws
   * `unknown_record`, `duplicate`, or what `decide` throws; then nothing is stored.
   */
  change(scope: Scope, id: string, decide: (client: Client) => ClientDecision | null): Promise<Client>;
  /**
   * The same for several, locked in the order of their ids; those that do not exist are left out. Merged ones are stored first, so
   * that their mail address and external id are free for the others. Returns the decided ones.
   */
  changeAll(
    scope: Scope,
    ids: readonly string[],
    decide: (clients: ReadonlyMap<string, Client>) => readonly ClientDecision[],
  ): Promise<readonly Client[]>;
  /** Deletes the client, its events and notes. Throws `unknown_record`, and `in_use` when other records refer to it. */
  delete(scope: Scope, id: string): Promise<void>;
  /** Throws `unknown_record` when there is no such client. */
  addNote(scope: Scope, note: ClientNote): Promise<void>;
  /** False when the client has no such note. */
  removeNote(scope: Scope, clientId: string, noteId: string): Promise<boolean>;
  /** Gives every note of one client to the other. */
  moveNotes(scope: Scope, fromId: string, intoId: string): Promise<void>;
  /** Deletes every note of the client. */
  dropNotes(scope: Scope, clientId: string): Promise<void>;
}

export const CLIENT_SORTS = [
  'name',
  '-name',
  'createdAt',
  '-createdAt',
  'lastOrderAt',
  '-lastOrderAt',
  'totalSpent',
  '-totalSpent',
] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];

/** `unasked`: neither given nor withdrawn. */
export const CONSENT_STATES = ['granted', 'withdrawn', 'unasked'] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

export interface ClientFilter extends PageInput {
  readonly kind?: ClientKind | undefined;
  readonly tag?: string | undefined;
  readonly consent?: ConsentState | undefined;
  /** Created at or after … */
  readonly createdFrom?: Date | undefined;
  /** … and before. */
  readonly createdTo?: Date | undefined;
  /** Has ordered something that counts (`countsAsOrdered`). */
  readonly hasOrders?: boolean | undefined;
  /** `name` unless told; ties by id. Who has never ordered comes before who did long ago. */
  readonly sort?: ClientSort | undefined;
}

export interface HistoryFilter extends PageInput {
  /** True: only events by which consent was given or withdrawn, which say `granted` in their facts. */
  readonly onlyConsents?: boolean | undefined;
}

/** Clients that may be one, and what they have in common. */
export interface DuplicateGroup {
  readonly reason: Likeness;
  readonly clients: readonly Client[];
}

/** Reads of clients. */
export interface ClientViews {
  /** The client, merged and anonymous ones too: `mergedInto` says where to look on. Null when there is none. */
  get(scope: Scope, id: string): Promise<Client | null>;
  /** Those that exist, as `get`, in no order. */
  byIds(scope: Scope, ids: readonly string[]): Promise<readonly Client[]>;
  /** The client with this address, in any case of letters, that was not merged into another. */
  byEmail(scope: Scope, email: string): Promise<Client | null>;
  /** Those with one of the lower-case addresses or external ids, in no order; none that was merged into another. */
  byKeys(scope: Scope, emails: readonly string[], externalIds: readonly string[]): Promise<readonly Client[]>;
  /** One page of those that are neither merged nor anonymous; `search` looks for beginnings of `clientWords`. */
  list(scope: Scope, filter: ClientFilter): Promise<Page<Client>>;
  /** The ids of those that were merged into the client, first ones first. */
  mergedInto(scope: Scope, id: string): Promise<readonly string[]>;
  /** What happened to the client and to those that were merged into it, newest first. */
  history(scope: Scope, id: string, filter: HistoryFilter): Promise<Page<ClientHistoryEntry>>;
  /** Newest first. */
  notes(scope: Scope, id: string, page: PageInput): Promise<Page<ClientNote>>;
  /** Every tag of listed clients and how many have it, by name. */
  tags(scope: Scope): Promise<readonly { readonly tag: string; readonly clients: number }[]>;
  /** What each of the clients ordered; those that do not exist are left out. */
  figures(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, ClientFigures>>;
  totals(scope: Scope): Promise<ClientTotals>;
  /** How many listed clients came in each month since the instant, oldest first; months are those of the time zone. */
  newPerMonth(scope: Scope, since: Date, timezone: string): Promise<readonly { readonly month: string; readonly clients: number }[]>;
  /** The orders of the client, newest first. */
  orders(scope: Scope, id: string, page: PageInput): Promise<Page<Order>>;
  /**
   * What the client still owes: for orders that are sent (what is picked up is paid then), and for issued invoices, also to those that were
   * merged into the client, unless they are of such an order: it is owed once.
   */
  openBalanceCents(scope: Scope, id: string): Promise<number>;
  /** The ids of orders of the client, and of orders of nobody that were made with the mail address. */
  orderIds(scope: Scope, id: string, email: string | null): Promise<readonly string[]>;
  /** Up to `limit` groups of listed clients that are alike (`likenessOf`), the surest signs first; oldest clients first in each. */
  duplicates(scope: Scope, limit: number): Promise<readonly DuplicateGroup[]>;
}
