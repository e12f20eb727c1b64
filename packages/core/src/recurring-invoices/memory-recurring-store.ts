import { DomainError } from '../kit/errors.js';
import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import { hasWords, searchWordsOf, wantedWords } from '../kit/search-words.js';
import type { RecurringInvoice, RecurringRun } from './recurring-invoice.js';
import type { RecurringInvoiceStore, RecurringInvoiceViews } from './recurring-store.js';

export interface RecurringTables {
  readonly recurring: MemoryTable<RecurringInvoice>;
  readonly runs: MemoryTable<RecurringRun>;
}

/** Recurring invoices without a database. */
export function makeMemoryRecurring({ recurring, runs }: RecurringTables): { store: RecurringInvoiceStore; views: RecurringInvoiceViews } {
  function found(scope: Scope, id: string): RecurringInvoice {
    const row = one(recurring, scope, id);
    if (row === null) throw new DomainError('unknown_record');
    return row;
  }

  return {
    store: {
      async create({ tenantId, siteId }, row) {
        if (recurring.get(row.id) !== undefined) throw new DomainError('duplicate');
        recurring.set(row.id, { ...row, tenantId, siteId });
      },
      async change(scope, id, decide) {
        const before = found(scope, id);
        const after = await decide(before);
        if (after !== before) recurring.set(id, after);
        return after;
      },
      async delete(scope, id) {
        found(scope, id);
        for (const run of [...runs.values()]) if (run.recurringId === id) runs.delete(keyOf(run));
        recurring.delete(id);
      },
      async addRun(scope, run) {
        found(scope, run.recurringId);
        if (runs.get(keyOf(run)) !== undefined) throw new DomainError('duplicate');
        runs.set(keyOf(run), run);
      },
      async due(date, limit) {
        const due = [...recurring.values()].filter(({ status, nextDate }) => status === 'active' && nextDate !== null && nextDate <= date);
        const sorted = due.sort((left, right) => compare(`${left.nextDate} ${left.id}`, `${right.nextDate} ${right.id}`));
        return sorted.slice(0, limit).map(({ tenantId, siteId, id }) => ({ tenantId, siteId, id }));
      },
    },
    views: {
      get: async (scope, id) => one(recurring.committed, scope, id),
      async list({ tenantId, siteId }, filter) {
        const wanted = wantedWords(filter.search);
        const rows = [...recurring.committed.values()].filter(
          (row) =>
            row.tenantId === tenantId &&
            row.siteId === siteId &&
            (filter.status === undefined || row.status === filter.status) &&
            (filter.clientId === undefined || row.content.clientId === filter.clientId) &&
            hasWords(searchWordsOf([row.name]), wanted),
        );
        return pageRows(
          rows.sort((left, right) => compare(`${left.name} ${left.id}`, `${right.name} ${right.id}`)),
          filter,
        );
      },
      async runs(scope, id, page) {
        const mine =
          one(recurring.committed, scope, id) === null ? [] : [...runs.committed.values()].filter((run) => run.recurringId === id);
        return pageRows(
          mine.sort((left, right) => compare(right.period, left.period)),
          page,
        );
      },
    },
  };
}

function keyOf({ recurringId, period }: RecurringRun): string {
  return `${recurringId} ${period}`;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function one(rows: MemoryRows<RecurringInvoice>, { tenantId, siteId }: Scope, id: string): RecurringInvoice | null {
  const row = rows.get(id);
  return row?.tenantId === tenantId && row.siteId === siteId ? row : null;
}
