import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { JournalArchive } from './archive.js';
import type { CashMovement, SaleCopy, Shift, ShiftClosing, TillRegister } from './register.js';

/** A register with its open shift. */
export interface Counter {
  /** Null: nobody has made a register of that name. */
  readonly register: TillRegister | null;
  /** Null: none is open. */
  readonly shift: Shift | null;
}

/** What a sale on a register meets, read at once: a sale waits for nothing more often than for a database. */
export interface SaleCounter extends Counter {
  /** Of the establishment. */
  readonly timezone: string;
  /** Whether the establishment keeps its stock here. */
  readonly keepsStock: boolean;
  /** Those settings of the establishment whose names begin with `till.`. */
  readonly settings: ReadonlyMap<string, unknown>;
}

export const TILL_SETTINGS = 'till.';

/** Writes of tills. What is recorded of shifts, cash, copies and archives is never changed, and the database refuses to. */
export interface TillStore {
  /** Throws `duplicate` when the id or the name exists. */
  createRegister(scope: Scope, register: TillRegister): Promise<void>;
  /** Locks the register, hands it to `decide` and stores what it returns. Throws `unknown_register`, `duplicate`, or what `decide` throws. */
  changeRegister(
    scope: Scope,
    registerId: string,
    decide: (register: TillRegister) => TillRegister | Promise<TillRegister>,
  ): Promise<TillRegister>;
  /** Throws `unknown_register`, `in_use` once it had a shift. */
  deleteRegister(scope: Scope, registerId: string): Promise<void>;
  /**
   * The register of the name and its open shift. Until the transaction ends nobody changes either, nor opens a shift of it; others may sell on it at
   * the same time. Taken before the number of a sale. Throws `unknown_shop`.
   */
  counter(scope: Scope, register: string): Promise<SaleCounter>;
  /** The register and its shift by the id, for whoever opens or closes a shift, alone until the transaction ends. Throws `unknown_register`. */
  lockRegister(scope: Scope, registerId: string): Promise<Counter & { readonly register: TillRegister }>;
  /** Stores a shift, which gets the next number of its register. Throws `shift_open` while another one is, `unknown_register`. */
  openShift(scope: Scope, shift: Omit<Shift, 'number' | 'closed'>): Promise<Shift>;
  /** Closes the open shift. Throws `no_open_shift`. */
  closeShift(scope: Scope, shiftId: string, closing: ShiftClosing): Promise<void>;
  /** Throws `unknown_shift`. */
  moveCash(scope: Scope, movement: CashMovement): Promise<void>;
  /** Gives the copy the next number of the sale. Callers have locked the chain of copies before. Throws `unknown_sale`. */
  copySale(scope: Scope, copy: Omit<SaleCopy, 'number'>): Promise<SaleCopy>;
  /** Throws `duplicate` when there is an archive of the same days. */
  addArchive(scope: Scope, archive: JournalArchive): Promise<void>;
}

export interface TillViews {
  /** By name. */
  registers(scope: Scope, filter: PageInput): Promise<Page<TillRegister>>;
  register(scope: Scope, registerId: string): Promise<TillRegister | null>;
  openShift(scope: Scope, registerId: string): Promise<Shift | null>;
  /** Newest first. */
  shifts(scope: Scope, filter: PageInput & { readonly registerId?: string | undefined }): Promise<Page<Shift>>;
  shift(scope: Scope, shiftId: string): Promise<Shift | null>;
  /** In the order they were made. */
  movements(scope: Scope, shiftId: string): Promise<readonly CashMovement[]>;
  /** In the order they were made. */
  copies(scope: Scope, saleId: string): Promise<readonly SaleCopy[]>;
  /** Newest first. */
  archives(scope: Scope, filter: PageInput): Promise<Page<JournalArchive>>;
  /** The one of exactly these days; null: none was made. */
  archiveOf(scope: Scope, from: string, to: string): Promise<JournalArchive | null>;
}
