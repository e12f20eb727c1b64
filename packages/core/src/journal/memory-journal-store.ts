import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import type { MemoryTable } from '../kit/memory-database.js';
import { cursorPage } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import { journalKeyOf, readJournalCursor } from './journal-cursor.js';
import type { Chain, JournalEntry, JournalHead } from './journal-entry.js';
import type { ChainSpan, JournalFilter, JournalStore, JournalViews } from './journal-store.js';

interface Owned {
  readonly tenantId: string;
}

export interface JournalTables {
  readonly entries: MemoryTable<JournalEntry & Owned>;
  readonly heads: MemoryTable<JournalHead & Owned>;
}

/** The journal without a database. */
export function makeMemoryJournal({ entries, heads }: JournalTables): { store: JournalStore; views: JournalViews } {
  const ofSite = <Row extends Owned & { readonly siteId: string } & Chain>(rows: Iterable<Row>, { tenantId, siteId }: Scope): Row[] =>
    [...rows].filter((row) => row.tenantId === tenantId && row.siteId === siteId);
  return {
    store: {
      lockHead: async (scope, chain) => withoutOwner(heads.get(headKey(scope, chain))),
      async append(scope, added, ends) {
        for (const entry of added) {
          const key = entryKey(scope, entry);
          if (entries.get(key) !== undefined) throw new DomainError('duplicate');
          entries.set(key, { ...entry, tenantId: scope.tenantId });
        }
        for (const head of ends) heads.set(headKey(scope, head), { ...head, tenantId: scope.tenantId });
      },
    },
    views: {
      async list(scope, filter) {
        const last = readJournalCursor(filter.cursor);
        const rows = ofSite(entries.committed.values(), scope)
          .filter((entry) => isListed(entry, filter) && (last === null || byPlace(entry, last) > 0))
          .sort(byPlace);
        return cursorPage(rows.map(entryOf), filter.limit, journalKeyOf);
      },
      entries: async (scope, { register, type }, from, limit) =>
        ofSite(entries.committed.values(), scope)
          .filter((entry) => entry.register === register && entry.type === type && entry.number >= from)
          .sort(byPlace)
          .slice(0, limit)
          .map(entryOf),
      at: async (scope, { register, type }, instant) =>
        ofSite(entries.committed.values(), scope)
          .filter((entry) => entry.register === register && entry.type === type && entry.at.getTime() === instant.getTime())
          .sort(byPlace)
          .map(entryOf),
      async spans(scope, from, to) {
        const spans = new Map<string, ChainSpan>();
        const within = ofSite(entries.committed.values(), scope).filter(({ at }) => at >= from && at < to);
        for (const { register, type, number } of within.sort(byPlace)) {
          const key = `${type} ${register}`;
          spans.set(key, { register, type, first: spans.get(key)?.first ?? number, last: number });
        }
        return [...spans.values()];
      },
      heads: async (scope) => ofSite(heads.committed.values(), scope).sort(byChain).map(headOf),
      async chains(scope) {
        const known = new Map(
          ofSite(entries.committed.values(), scope).map(({ register, type }) => [`${type} ${register}`, { register, type }]),
        );
        return [...known.values()].sort(byChain);
      },
      async sitesWithSales() {
        const sites = [...heads.committed.values()]
          .filter(({ type }) => type === 'sale')
          .map(({ tenantId, siteId }) => ({ tenantId, siteId }));
        return [...new Map(sites.map((site) => [site.siteId, site])).values()];
      },
    },
  };
}

function isListed({ register, type, at }: JournalEntry, filter: JournalFilter): boolean {
  return (
    (filter.register === undefined || register === filter.register) &&
    (filter.type === undefined || type === filter.type) &&
    (filter.from === undefined || at >= filter.from) &&
    (filter.to === undefined || at < filter.to)
  );
}

const entryOf = ({ tenantId: _tenant, ...entry }: JournalEntry & Owned): JournalEntry => entry;
const headOf = ({ tenantId: _tenant, ...head }: JournalHead & Owned): JournalHead => head;

function withoutOwner(head: (JournalHead & Owned) | undefined): JournalHead | null {
  return head === undefined ? null : headOf(head);
}

function byChain(left: Chain, right: Chain): number {
  return compareText(left.register, right.register) || compareText(left.type, right.type);
}

function byPlace(left: Chain & { readonly number: number }, right: Chain & { readonly number: number }): number {
  return byChain(left, right) || left.number - right.number;
}

function headKey({ tenantId, siteId }: Scope, { register, type }: Chain): string {
  return JSON.stringify([tenantId, siteId, register, type]);
}

function entryKey(scope: Scope, entry: JournalEntry): string {
  return `${headKey(scope, entry)} ${entry.number}`;
}
