import type { Scope } from '../kit/scope.js';
import type { Sale } from '../sales/sale.js';
import { type ChainDeps, type Continued, continueChain } from './chain-writer.js';
import { closeBefore, withSaleOf } from './close-days.js';
import type { JournalEntry, JournalHead, RecordType } from './journal-entry.js';
import type { JournalEvent } from './journal-event.js';
import type { JournalStore, JournalViews } from './journal-store.js';
import type { JournalTotals } from './journal-totals.js';
import { type Closure, emptyState, type RegisterState, stateIn } from './register-state.js';

export interface WriterDeps extends ChainDeps {
  /** Of the software: a register that meets another one says so in its chain of events. */
  readonly version: string;
}

/** The journal within one transaction. */
export interface JournalWork {
  readonly journal: JournalStore;
  readonly views: Pick<JournalViews, 'heads'>;
}

/** What is to be written down about a register now. */
export interface Moment {
  readonly register: string;
  readonly at: Date;
  /** `YYYY-MM-DD`: the day it is in the establishment. */
  readonly today: string;
}

/** What a register has sold since ever, and the number of the last entry that says so. */
export interface SalesEnd {
  readonly number: number;
  readonly perpetual: JournalTotals;
}

/** How a shift is closed: what it comes to is known once nobody sells on its register any more. */
export type ShiftClosure<Report> = (end: SalesEnd) => Promise<{
  readonly report: Report;
  /** What of the closure is of shifts alone. */
  readonly closure: Omit<Closure, 'heads' | 'period'> & Readonly<Record<string, unknown>>;
  /** `closure` is the number of its entry. */
  readonly event: (closure: number) => JournalEvent;
}>;

/** Writes what the rules ask for beside what a till records. Every call takes part in the transaction that records it, and is called last. */
export interface JournalWriter {
  /** Appends the sale or refund to the chain of its register; days that are over are closed before, and a new version of the software is noted. */
  recordSale(work: JournalWork, scope: Scope, sale: Sale, today: string): Promise<void>;
  /** Appends to the chain of events of the register. */
  recordEvent(work: JournalWork, scope: Scope, moment: Moment, event: JournalEvent): Promise<void>;
  /** Appends a duplicate of a receipt to the chain of copies, and tells so; `copied` is called once that chain is locked, and gives what is appended. */
  recordCopy(work: JournalWork, scope: Scope, moment: Moment, copied: () => Promise<{ copy: unknown; event: JournalEvent }>): Promise<void>;
  /** Appends a sale for practice to the chain of those; the number and signature of the entry. */
  recordTraining(work: JournalWork, scope: Scope, sale: Sale): Promise<JournalEntry>;
  /** Where the chain of sales of the register ends, locked until the transaction ends. */
  lockSales(work: JournalWork, scope: Scope, register: string): Promise<SalesEnd>;
  /** Closes a shift: appends what it comes to, after days that are over, and tells so. Gives what `report` made of the end of the chain of sales. */
  closeShift<Report>(work: JournalWork, scope: Scope, moment: Moment, report: ShiftClosure<Report>): Promise<Report>;
  /** Closes what is over by then; how many closures were written. Again: none. */
  closeBefore(work: JournalWork, scope: Scope, moment: Moment): Promise<number>;
}

export function makeJournalWriter(deps: WriterDeps): JournalWriter {
  /** Continues one chain that adds nothing up, with what the work has locked. */
  async function extend(work: JournalWork, scope: Scope, type: RecordType, { register, at }: Moment, snapshots: readonly unknown[]) {
    if (snapshots.length === 0) return [];
    const head = await work.journal.lockHead(scope, { register, type });
    return [continueChain(deps, scope, { register, type }, head, at, snapshots, {})];
  }

  /** Where the chains of the register end that closures anchor. */
  async function othersOf(work: JournalWork, scope: Scope, name: string) {
    const heads = (await work.views.heads(scope)).filter(({ register, type }) => register === name && type !== 'closure');
    return heads.map(({ type, number, link }) => ({ type, number, link }));
  }

  /** The register with everything closed that is over, and the closures. */
  async function overBy(work: JournalWork, scope: Scope, { register, today }: Moment, head: JournalHead | null) {
    const before = head === null ? emptyState(deps.version) : stateIn(head.state);
    if (before.openDay === null || before.openDay >= today) return { state: before, closures: [] };
    return closeBefore(before, today, await othersOf(work, scope, register));
  }

  /** As `overBy`, and what that writes. */
  async function closed(work: JournalWork, scope: Scope, moment: Moment, head: JournalHead | null) {
    const { state, closures } = await overBy(work, scope, moment, head);
    return { state, written: await extend(work, scope, 'closure', moment, closures) };
  }

  function updated(state: RegisterState): { readonly state: RegisterState; readonly events: readonly JournalEvent[] } {
    if (state.version === deps.version) return { state, events: [] };
    return { state: { ...state, version: deps.version }, events: [{ event: 'version', from: state.version, to: deps.version }] };
  }

  const salesEnd = (head: JournalHead | null): SalesEnd => {
    const { perpetual } = head === null ? emptyState(deps.version) : stateIn(head.state);
    return { number: head?.number ?? 0, perpetual };
  };

  const store = (work: JournalWork, scope: Scope, written: readonly Continued[]) =>
    work.journal.append(
      scope,
      written.flatMap(({ entries }) => entries),
      written.map(({ head }) => head),
    );

  return {
    async recordSale(work, scope, sale, today) {
      const { register, at } = sale;
      const moment = { register, at, today };
      const head = await work.journal.lockHead(scope, { register, type: 'sale' });
      const before = await closed(work, scope, moment, head);
      const { state, events } = updated(before.state);
      const noted = await extend(work, scope, 'event', moment, events);
      const after = withSaleOf(state, today, sale);
      const recorded = continueChain(deps, scope, { register, type: 'sale' }, head, at, [saleSnapshot(sale)], after);
      await store(work, scope, [...before.written, ...noted, recorded]);
    },

    async recordEvent(work, scope, moment, event) {
      await store(work, scope, await extend(work, scope, 'event', moment, [event]));
    },

    async recordCopy(work, scope, { register, at, ...rest }, copied) {
      const chain = { register, type: 'copy' } as const;
      const head = await work.journal.lockHead(scope, chain);
      const { copy, event } = await copied();
      const noted = await extend(work, scope, 'event', { register, at, ...rest }, [event]);
      await store(work, scope, [continueChain(deps, scope, chain, head, at, [copy], {}), ...noted]);
    },

    async recordTraining(work, scope, sale) {
      const chain = { register: sale.register, type: 'training' } as const;
      const head = await work.journal.lockHead(scope, chain);
      const written = continueChain(deps, scope, chain, head, sale.at, [saleSnapshot(sale)], {});
      await store(work, scope, [written]);
      const [entry] = written.entries;
      if (entry === undefined) throw new Error('A sale was not written down.');
      return entry;
    },

    lockSales: async (work, scope, register) => salesEnd(await work.journal.lockHead(scope, { register, type: 'sale' })),

    async closeShift(work, scope, moment, report) {
      const { register, at } = moment;
      const head = await work.journal.lockHead(scope, { register, type: 'sale' });
      const { state, closures } = await overBy(work, scope, moment, head);
      const made = await report(salesEnd(head));
      const heads = await othersOf(work, scope, register);
      const closure = { ...made.closure, period: 'shift', heads } as const;
      const written = await extend(work, scope, 'closure', moment, [...closures, closure]);
      const number = written.at(-1)?.head.number ?? 0;
      const noted = await extend(work, scope, 'event', moment, [made.event(number)]);
      const sales =
        head === null || closures.length === 0 ? [] : [continueChain(deps, scope, { register, type: 'sale' }, head, at, [], state)];
      await store(work, scope, [...written, ...noted, ...sales]);
      return made.report;
    },

    async closeBefore(work, scope, moment) {
      const { register, at } = moment;
      const head = await work.journal.lockHead(scope, { register, type: 'sale' });
      const { state, written } = await closed(work, scope, moment, head);
      if (written.length === 0) return 0;
      await store(work, scope, [...written, continueChain(deps, scope, { register, type: 'sale' }, head, at, [], state)]);
      return written.flatMap(({ entries }) => entries).length;
    },
  };
}

/** What the journal keeps of a sale: all of it, as it was recorded. */
function saleSnapshot({ tenantId: _tenant, siteId: _site, at, ...sale }: Sale) {
  return { ...sale, at: at.toISOString() };
}
