import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import type { MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import type { ExportViews, ImportStore } from './export-views.js';

/** Tables in memory whose rows say whose they are. */
export type ExportedTables = Readonly<Record<string, MemoryTable<{ readonly tenantId: string; readonly siteId: string }>>>;

const SCHEMA = 'memory';

/** Records of a host that keeps nothing: to be read, and taken in by nobody. */
export function makeMemoryExport(tables: ExportedTables): { store: ImportStore; views: ExportViews } {
  const keysOf = (scope: Scope, kind: string) => {
    const rows = tables[kind];
    if (rows === undefined) throw new DomainError('invalid_request');
    return [...rows.keys()].filter((key) => isOf(scope, rows.committed.get(key))).sort(compareText);
  };
  return {
    store: { schema: () => SCHEMA, begin: refuse, put: refuse, end: refuse },
    views: {
      schema: () => SCHEMA,
      kinds: () => Object.keys(tables),
      async page(scope, kind, after, limit) {
        const keys = keysOf(scope, kind).filter((key) => after === null || compareText(key, after) > 0);
        const page = keys.slice(0, limit);
        const records = page.map((key) => JSON.stringify(tables[kind]?.committed.get(key)));
        return { records, after: keys.length > limit ? (page.at(-1) ?? null) : null };
      },
    },
  };
}

function isOf({ tenantId, siteId }: Scope, row: { readonly tenantId: string; readonly siteId: string } | undefined): boolean {
  return row?.tenantId === tenantId && row.siteId === siteId;
}

async function refuse(): Promise<never> {
  throw new DomainError('not_available', { message: 'A host without a database takes in no establishment.' });
}
