import type { CursorPage, Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';

/** An address that asked for the newsletter of an establishment, whether it is a client's or not. */

/** `pending`: has not confirmed yet, and gets nothing but the mail to confirm with. `bounced`: cannot be reached. */
export const SUBSCRIBER_STATES = ['pending', 'confirmed', 'unsubscribed', 'bounced'] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

export interface Subscriber {
  readonly id: string;
  /** Lower-case; unique within the establishment. */
  readonly email: string;
  /** BCP 47; null: that of the establishment. */
  readonly language: string | null;
  readonly state: SubscriberState;
  /** Where they came from: `form`, or what the staff wrote when they added them. */
  readonly source: string;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  /** When they unsubscribed, or bounced. */
  readonly endedAt: Date | null;
}

export interface SubscriberStore {
  /** Locks the address, stores what `decide` makes of it, and returns that. */
  change(scope: Scope, email: string, decide: (known: Subscriber | null) => Subscriber): Promise<Subscriber>;
  /** As `change`, for an address that is known; null where it is not. */
  changeKnown(scope: Scope, email: string, decide: (known: Subscriber) => Subscriber): Promise<Subscriber | null>;
  /** Forgets the address. Throws `unknown_record`. */
  remove(scope: Scope, id: string): Promise<void>;
  /** Lets mails go to the address again: its owner has just shown that they arrive. */
  lift(scope: Scope, email: string): Promise<void>;
}

export interface SubscriberFilter extends PageInput {
  readonly state?: SubscriberState | undefined;
}

export interface SubscriberViews {
  byEmail(scope: Scope, email: string): Promise<Subscriber | null>;
  /** Newest first; `search` is the beginning of an address. */
  list(scope: Scope, filter: SubscriberFilter): Promise<Page<Subscriber>>;
  /** All that are in the state, by address, some at a time: from after the cursor. */
  walk(scope: Scope, state: SubscriberState, after: string | null, limit: number): Promise<CursorPage<Subscriber>>;
}
