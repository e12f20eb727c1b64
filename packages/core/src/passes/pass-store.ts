import type { CursorInput, CursorPage, Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { VersionedStore, VersionedViews } from '../kit/versioned.js';
import type { Pass, PassUse } from './pass.js';

/** A pass, with what a day has seen of it. */
export interface PassOnDay {
  readonly pass: Pass;
  /** Entries with it on the day that was asked about, without those that were taken back. */
  readonly usedOnDay: number;
}

/** Writes of passes. `change` leaves `used` as it is. */
export interface PassStore extends Pick<VersionedStore<Pass>, 'create' | 'change'> {
  /** Locks the pass until the transaction ends; null when there is none. */
  lock(scope: Scope, passId: string, day: string): Promise<PassOnDay | null>;
  /** The same by its secret. */
  lockByCode(scope: Scope, code: string, day: string): Promise<PassOnDay | null>;
  /**
   * Writes the use down and counts it in `used`, of a pass that the transaction has locked. Throws `unknown_record` without a pass,
   * `duplicate` for an id that is there, or when another row has taken the same use back.
   */
  addUse(scope: Scope, use: PassUse): Promise<void>;
  /**
   * Takes the use with the id `useId` back, of a pass that the transaction has locked, by a row that falls on the same day. False, and nothing
   * happens, when it was taken back before, or there is no such entry.
   */
  takeBack(scope: Scope, useId: string, back: Pick<PassUse, 'id' | 'at' | 'actor'>): Promise<boolean>;
}

export interface PassViews extends Pick<VersionedViews<Pass>, 'get'> {
  /** The newest first; `search` looks in name, owner and mail address. */
  list(scope: Scope, page: PageInput): Promise<Page<Pass>>;
  /** The newest first. Throws `invalid_request` for a cursor of something else. */
  listAfter(scope: Scope, page: CursorInput): Promise<CursorPage<Pass>>;
  /** Those whose owner has this mail address (lower-case), the newest first. */
  ofEmail(scope: Scope, email: string): Promise<readonly Pass[]>;
  /** Entries with the pass, the newest first. */
  uses(scope: Scope, passId: string, page: PageInput): Promise<Page<PassUse>>;
  /** Passes whose last day is not before `day`, by id, after the one with the id `after`: what a gate takes along when it goes offline. */
  standing(
    scope: Scope,
    filter: { readonly day: string; readonly after: string | null; readonly limit: number },
  ): Promise<readonly PassOnDay[]>;
}
