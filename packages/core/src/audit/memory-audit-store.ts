import type { MemoryTable } from '../kit/memory-database.js';
import { pageRows } from '../kit/memory-page.js';
import type { AuditEntry, AuditFilter } from './audit-entry.js';
import type { AuditStore, AuditViews } from './audit-store.js';

/** The audit log without a database. */
export function makeMemoryAudit(entries: MemoryTable<AuditEntry>): { store: AuditStore; views: AuditViews } {
  return {
    store: { append: async (entry) => entries.set(entry.id, entry) },
    views: {
      async list(scope, filter) {
        const matching = [...entries.committed.values()]
          .filter((entry) => entry.tenantId === scope.tenantId && matches(entry, filter))
          .sort((left, right) => right.at.getTime() - left.at.getTime() || (left.id < right.id ? 1 : -1));
        return pageRows(matching, filter);
      },
    },
  };
}

function matches(entry: AuditEntry, filter: AuditFilter): boolean {
  const { action, actor, subjectId, from, to } = filter;
  const search = filter.search?.toLowerCase() ?? '';
  return (
    (action === undefined || entry.action === action) &&
    (actor === undefined || entry.actor === actor) &&
    (subjectId === undefined || entry.subjectId === subjectId) &&
    (from === undefined || entry.at >= from) &&
    (to === undefined || entry.at < to) &&
    `${entry.action}\n${entry.actor}\n${entry.subjectId ?? ''}`.toLowerCase().includes(search)
  );
}
