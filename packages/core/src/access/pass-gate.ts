import type { Scope } from '../kit/scope.js';
import type { Stores } from '../stores.js';
import type { ScanReason } from './scan.js';

/** A pass at a gate. */
export interface GatePass {
  readonly id: string;
  /** What the staff is shown: whose pass it is, or what it is called. */
  readonly label: string;
  /** Why it lets nobody in at that instant, whoever has been in with it: not valid yet or any more, blocked, cancelled. Null: it does. */
  readonly fault: Extract<ScanReason, 'blocked' | 'cancelled' | 'too_early' | 'too_late'> | null;
  /** True when another entry would be one too many: none are left, or it lets in once a day and has done so today. */
  readonly spent: boolean;
}

/** An entry that is one of those a pass has. */
export interface PassEntry {
  readonly scanId: string;
  readonly gate: string;
  readonly at: Date;
  /** The day of the establishment, `YYYY-MM-DD`. */
  readonly day: string;
}

/** Passes where codes are scanned, within the transaction of the scan. */
export interface PassGate {
  /** Locks the pass with the code until the transaction ends, and says what it is worth at `at` (the day `day`). Null: no pass has the code. */
  lockByCode(scope: Scope, code: string, when: Pick<PassEntry, 'at' | 'day'>): Promise<GatePass | null>;
  /** The same by its id. */
  lockById(scope: Scope, passId: string, when: Pick<PassEntry, 'at' | 'day'>): Promise<GatePass | null>;
  /** Counts an entry with a locked pass; also one that is too many, where somebody was let in offline. */
  use(scope: Scope, passId: string, entry: PassEntry): Promise<void>;
  /** Takes back the entry of an annulled scan with a locked pass, once. */
  giveBack(scope: Scope, scanId: string): Promise<void>;
}

/** What a gate takes along of a pass when it goes offline. */
export interface OfflinePass {
  readonly id: string;
  /** SHA-256 of its code, hexadecimal. */
  readonly hash: string;
  readonly label: string;
  /** From when it lets in; null: since ever. */
  readonly from: Date | null;
  /** From when it does no longer; null: until further notice. */
  readonly until: Date | null;
  /** Null: any number. */
  readonly entriesLeft: number | null;
  readonly oncePerDay: boolean;
  /** Whether it has let in today; counts where it is `oncePerDay`. */
  readonly usedToday: boolean;
  readonly blocked: boolean;
}

/** Passes as access control needs them; whoever makes passes implements it. */
export interface Passes {
  inTransaction(stores: Stores): PassGate;
  /** Passes that are not over on the day `day` of the establishment, by id, after the one with the id `after`. */
  offline(
    scope: Scope,
    filter: { readonly day: string; readonly timezone: string; readonly after: string | null; readonly limit: number },
  ): Promise<readonly OfflinePass[]>;
}
