import type { Scope } from '../kit/scope.js';
import type { Sale } from '../sales/sale.js';
import { type ChainDeps, type Continued, continueChain } from './chain-writer.js';
import { closeBefore, withSaleOf } from './close-days.js';
import type { JournalHead, RecordType } from './journal-entry.js';
import type { JournalStore, JournalViews } from './journal-store.js';
import { emptyState, type RegisterState, stateIn } from './register-state.js';

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

/** Writes what the rules ask for beside what a till records. Every call takes part in the transaction that records it, and is called last. */
export interface JournalWriter {
  /** Appends the sale or refund to the chain of its register; days that are over are closed before, and a new version of the software is noted. */
  recordSale(work: JournalWork, scope: Scope, sale: Sale, today: string): Promise<void>;
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

  /** The register with everything closed that is over, and what that writes. */
  async function closed(work: JournalWork, scope: Scope, moment: Moment, head: JournalHead | null) {
    const before = head === null ? emptyState(deps.version) : stateIn(head.state);
    if (before.openDay === null || before.openDay >= moment.today) return { state: before, written: [] };
    const others = (await work.views.heads(scope)).filter(({ register, type }) => register === moment.register && type !== 'closure');
    const { state, closures } = closeBefore(before, moment.today, others);
    return { state, written: await extend(work, scope, 'closure', moment, closures) };
  }

  function updated(state: RegisterState): { readonly state: RegisterState; readonly events: readonly unknown[] } {
    if (state.version === deps.version) return { state, events: [] };
    return { state: { ...state, version: deps.version }, events: [{ event: 'version', from: state.version, to: deps.version }] };
  }

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
