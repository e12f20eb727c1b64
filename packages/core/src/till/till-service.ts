import type { JournalWriter } from '../journal/journal-writer.js';
import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import { actorName, type Scope } from '../kit/scope.js';
import type { PricedSale } from '../sales/complete-sale.js';
import type { Stores, TransactAll, Views } from '../stores.js';
import {
  type CashDirection,
  type CashMovement,
  OWN_REGISTERS,
  requireSelling,
  type Shift,
  type ShiftReport,
  type TillRegister,
} from './register.js';
import { type Counted, shiftReport } from './shift-report.js';
import { totalsBetween } from './shift-sales.js';
import { journalWork, momentOf } from './till-moment.js';

/** Registers, their shifts and the cash in them. Everything that happens to a shift goes into the fiscal journal, in the same transaction. */
export interface TillService {
  /** Throws `duplicate` when the name is taken. */
  createRegister(scope: Scope, name: string): Promise<TillRegister>;
  /**
   * Throws `unknown_register`, `duplicate`, `in_use` for another name once something was recorded under the one it has, and `shift_open` for anything
   * but the name while a shift is.
   */
  updateRegister(scope: Scope, registerId: string, changes: RegisterChanges): Promise<TillRegister>;
  /** Throws `unknown_register`, `in_use` once something was recorded under its name. */
  deleteRegister(scope: Scope, registerId: string): Promise<void>;
  /** Throws `unknown_register`, `shift_open`, `invalid_request` for a register that is not active, or in training. */
  openShift(scope: Scope, registerId: string, floatCents: number): Promise<Shift>;
  /** Throws `unknown_register`, `no_open_shift`. */
  moveCash(scope: Scope, registerId: string, movement: Pick<CashMovement, 'direction' | 'amountCents' | 'reason'>): Promise<CashMovement>;
  /** What the open shift comes to so far, which is written nowhere. Throws `unknown_register`, `no_open_shift`. */
  report(scope: Scope, registerId: string): Promise<ShiftReport>;
  /** Tells the journal of a sale that was begun and given up. Throws `unknown_shop`. */
  voidSale(
    scope: Scope,
    register: string,
    sale: Pick<PricedSale, 'lines' | 'totalCents'>,
    reason: string,
  ): Promise<{ readonly totalCents: number }>;
  /** The shift with its report. Throws `unknown_register`, `no_open_shift`. */
  closeShift(scope: Scope, registerId: string, counted: readonly Counted[]): Promise<Shift>;
}

export interface RegisterChanges {
  readonly name?: string | undefined;
  readonly active?: boolean | undefined;
  readonly training?: boolean | undefined;
}

export interface TillDeps {
  readonly transact: TransactAll;
  readonly journal: JournalWriter;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What something is done with, within one transaction. */
interface Work {
  readonly stores: Stores;
  readonly views: Views;
  readonly at: Date;
  readonly by: string;
}

const EVENTS = { in: 'cash_in', out: 'cash_out' } as const satisfies Record<CashDirection, string>;

export function makeTillService({ transact, journal, clock, ids }: TillDeps): TillService {
  const inOne = <Result>(scope: Scope, work: (work: Work) => Promise<Result>): Promise<Result> =>
    transact(scope, (stores, views) => work({ stores, views, at: clock.now(), by: actorName(scope.actor) }));

  async function noted(
    { stores, views, at }: Work,
    scope: Scope,
    register: string,
    event: Parameters<JournalWriter['recordEvent']>[3],
  ): Promise<void> {
    await journal.recordEvent(journalWork(stores, views), scope, await momentOf(views, scope, register, at), event);
  }

  async function openOf({ stores }: Work, scope: Scope, registerId: string): Promise<Shift> {
    const { shift } = await stores.till.lockRegister(scope, registerId);
    if (shift === null) throw new DomainError('no_open_shift');
    return shift;
  }

  async function close(work: Work, scope: Scope, shift: Shift, counted: readonly Counted[]): Promise<ShiftReport> {
    const { stores, views, at, by } = work;
    const { id: shiftId, number, register, from } = shift;
    const moment = await momentOf(views, scope, register, at);
    return journal.closeShift(journalWork(stores, views), scope, moment, async ({ number: upTo, perpetual }) => {
      const totals = await totalsBetween(views.journal, scope, register, { from, upTo });
      const report = shiftReport(shift, { upTo, totals, perpetual }, await views.till.movements(scope, shiftId), counted);
      const ofShift = { shiftId, openedAt: shift.openedAt.toISOString(), openedBy: shift.openedBy, closedBy: by };
      return {
        report,
        closure: { ...report, ...ofShift, label: String(number), from },
        event: (closure) => ({ event: 'shift_closed', shiftId, shift: number, closure, by }),
      };
    });
  }

  return {
    createRegister: (scope, name) =>
      inOne(scope, async ({ stores, at }) => {
        requireFreeName(name);
        const register = { id: ids.uuid(), name, active: true, training: false, createdAt: at };
        await stores.till.createRegister(scope, register);
        return register;
      }),

    updateRegister: (scope, registerId, changes) =>
      inOne(scope, async (work) => {
        const { register: before, shift } = await work.stores.till.lockRegister(scope, registerId);
        const after = registerAfter(before, changes);
        if (shift !== null && (after.active !== before.active || after.training !== before.training)) throw new DomainError('shift_open');
        if (after.name !== before.name) await requireUnused(work, scope, before.name);
        await work.stores.till.changeRegister(scope, registerId, () => after);
        const event = after.training ? 'training_began' : 'training_ended';
        if (after.training !== before.training) await noted(work, scope, after.name, { event, by: work.by });
        return after;
      }),

    deleteRegister: (scope, registerId) =>
      inOne(scope, async (work) => {
        const { register } = await work.stores.till.lockRegister(scope, registerId);
        await requireUnused(work, scope, register.name);
        await work.stores.till.deleteRegister(scope, registerId);
      }),

    openShift: (scope, registerId, floatCents) =>
      inOne(scope, async (work) => {
        const { stores, views, at, by } = work;
        const { register, shift } = await stores.till.lockRegister(scope, registerId);
        if (shift !== null) throw new DomainError('shift_open');
        requireSelling(register);
        const { number: from } = await journal.lockSales(journalWork(stores, views), scope, register.name);
        const opening = { id: ids.uuid(), registerId, register: register.name, openedAt: at, openedBy: by, floatCents, from };
        const opened = await stores.till.openShift(scope, opening);
        await noted(work, scope, register.name, { event: 'shift_opened', shiftId: opened.id, shift: opened.number, floatCents, by });
        return opened;
      }),

    moveCash: (scope, registerId, { direction, amountCents, reason }) =>
      inOne(scope, async (work) => {
        const { at, by, stores } = work;
        const { id: shiftId, number: shift, register } = await openOf(work, scope, registerId);
        const movement = { id: ids.uuid(), shiftId, direction, amountCents, reason, at, by };
        await stores.till.moveCash(scope, movement);
        await noted(work, scope, register, { event: EVENTS[direction], shiftId, shift, amountCents, reason, by });
        return movement;
      }),

    report: (scope, registerId) =>
      inOne(scope, async (work) => {
        const { stores, views } = work;
        const shift = await openOf(work, scope, registerId);
        const { number: upTo, perpetual } = await journal.lockSales(journalWork(stores, views), scope, shift.register);
        const totals = await totalsBetween(views.journal, scope, shift.register, { from: shift.from, upTo });
        return shiftReport(shift, { upTo, totals, perpetual }, await views.till.movements(scope, shift.id), []);
      }),

    voidSale: (scope, register, { lines, totalCents }, reason) =>
      inOne(scope, async (work) => {
        const voided = lines.map(({ name, quantity, unitPriceCents, totalCents: lineCents }) => ({
          name,
          quantity,
          unitPriceCents,
          totalCents: lineCents,
        }));
        await noted(work, scope, register, { event: 'voided', lines: voided, totalCents, reason, by: work.by });
        return { totalCents };
      }),

    closeShift: (scope, registerId, counted) =>
      inOne(scope, async (work) => {
        const shift = await openOf(work, scope, registerId);
        const closed = { at: work.at, by: work.by, report: await close(work, scope, shift, counted) };
        await work.stores.till.closeShift(scope, shift.id, closed);
        return { ...shift, closed };
      }),
  };
}

function registerAfter(before: TillRegister, { name = before.name, active = before.active, training = before.training }: RegisterChanges) {
  if (name !== before.name) requireFreeName(name);
  return { ...before, name, active, training };
}

function requireFreeName(name: string): void {
  if (OWN_REGISTERS.includes(name)) throw new DomainError('duplicate', { message: `The name "${name}" is not free.` });
}

/** What was recorded names the register by its name, for ever. */
async function requireUnused({ views }: Work, scope: Scope, name: string): Promise<void> {
  if ((await views.journal.heads(scope)).some(({ register }) => register === name)) throw new DomainError('in_use');
}
