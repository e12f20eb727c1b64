import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { cursorLine, type HeaderLine, headerLine, readJson, recordLine, trailerLine } from './export-lines.js';
import type { ImportStore } from './export-views.js';

export interface Imported {
  readonly tenantId: string;
  readonly siteId: string;
  readonly slug: string;
  readonly records: number;
  /** Entries of the fiscal journal that were checked. */
  readonly journalEntries: number;
}

export interface ImportsService {
  /**
   * Takes in an establishment that was exported, all of it or nothing. `open` gives its lines from the first one, each time it is called. Throws
   * `invalid_export`, naming the line: of another form, incomplete, refused by the database, or with a journal that does not verify here;
   * `duplicate` when the establishment, or one with its slug, is there.
   */
  take(open: () => AsyncIterable<string>): Promise<Imported>;
}

/** Records that are stored by one statement. */
const BATCH = 500;
const ACTOR = { kind: 'system', name: 'import' } as const;

export function makeImportsService({ unitOfWork }: { readonly unitOfWork: UnitOfWork }): ImportsService {
  return {
    async take(open) {
      const header = await headerOf(open());
      const scope = { tenantId: header.tenant.id, siteId: header.site.id, actor: ACTOR };
      return unitOfWork(scope, async ({ journal }, { imports }) => {
        if (header.schema !== imports.schema()) throw otherSchema(header.schema, imports.schema());
        await imports.begin(scope, header.site.slug);
        const records = await readRecords(open(), imports, scope);
        await imports.end();
        const report = await journal.verify(scope);
        const [problem] = report.problems;
        if (problem !== undefined)
          throw refused(
            null,
            `its fiscal journal does not verify: ${problem.problem} in ${problem.type}/${problem.register}, number ${problem.number}`,
          );
        return { ...scopeIds(scope), slug: header.site.slug, records, journalEntries: report.entries };
      });
    },
  };
}

async function headerOf(lines: AsyncIterable<string>): Promise<HeaderLine> {
  for await (const line of lines) {
    const header = headerLine.safeParse(readJson(line));
    if (header.success) return header.data;
    break;
  }
  throw refused(1, 'it does not begin an export of this version');
}

/** Stores every record; answers how many there were, once the trailer has said the same. */
async function readRecords(lines: AsyncIterable<string>, imports: ImportStore, scope: Scope): Promise<number> {
  const batches = makeBatches(imports);
  const counts = new Map<string, number>();
  let number = 0;
  for await (const line of lines) {
    number += 1;
    const value = readJson(line);
    const trailer = trailerLine.safeParse(value);
    if (trailer.success) {
      await batches.flush();
      return sameCounts(trailer.data.counts, counts, number);
    }
    if (number === 1 || cursorLine.safeParse(value).success) continue;
    const found = recordLine.safeParse(value);
    if (!found.success) throw refused(number, 'it is no record');
    const { kind, record } = found.data;
    if (!isOf(scope, kind, record)) throw refused(number, 'it belongs to another establishment');
    const start = `{"kind":"${kind}","record":`;
    if (!line.startsWith(start)) throw refused(number, 'it is no record');
    // The text of the record itself: numbers beyond those of JavaScript stay what they are.
    await batches.add(kind, line.slice(start.length, -1), number);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  throw refused(number, 'the export ends here without its trailer: it is cut');
}

function makeBatches(imports: ImportStore) {
  let kind = '';
  let records: string[] = [];
  let numbers: number[] = [];
  const flush = async () => {
    const fault = records.length === 0 ? null : await imports.put(kind, records);
    if (fault !== null) throw refused(numbers[fault.index] ?? null, fault.reason);
    [records, numbers] = [[], []];
  };
  return {
    flush,
    async add(of: string, record: string, number: number): Promise<void> {
      if (of !== kind || records.length === BATCH) await flush();
      kind = of;
      records.push(record);
      numbers.push(number);
    },
  };
}

function isOf({ tenantId, siteId }: Scope, kind: string, record: Readonly<Record<string, unknown>>): boolean {
  if (kind === 'tenants') return record['id'] === tenantId;
  if (kind === 'sites') return record['tenant_id'] === tenantId && record['id'] === siteId;
  return record['tenant_id'] === tenantId && (record['site_id'] === undefined || record['site_id'] === siteId);
}

function sameCounts(told: Readonly<Record<string, number>>, found: ReadonlyMap<string, number>, line: number): number {
  const kinds = new Set([...Object.keys(told), ...found.keys()]);
  const wrong = [...kinds].find((kind) => (told[kind] ?? 0) !== (found.get(kind) ?? 0));
  if (wrong !== undefined) throw refused(line, `it counts ${told[wrong] ?? 0} of ${wrong}, and there are ${found.get(wrong) ?? 0}`);
  return [...found.values()].reduce((sum, count) => sum + count, 0);
}

function otherSchema(schema: string, own: string): DomainError {
  return refused(1, `it was written by another version (${schema}; this one has ${own}): import it with that one, then upgrade`);
}

function refused(line: number | null, reason: string): DomainError {
  const where = line === null ? 'The export is refused' : `Line ${line} is refused`;
  return new DomainError('invalid_export', { message: `${where}: ${reason}.`, facts: { line } });
}

function scopeIds({ tenantId, siteId }: Scope) {
  return { tenantId, siteId };
}
