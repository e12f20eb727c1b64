import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { Views } from '../stores.js';
import { cursorOf, EXPORT_FORMAT, EXPORT_VERSION, type ExportPosition, type HeaderLine, positionOf } from './export-lines.js';

/** A piece of an export: whole lines, without the last line break. */
export interface ExportPiece {
  readonly text: string;
  /** What the next piece is asked for by; null: this was the last. */
  readonly cursor: string | null;
}

/** Everything that is kept of an establishment, as lines of JSON (NDJSON). */
export interface ExportsService {
  /**
   * The piece after `cursor`; from null on with the header. Its last line is the cursor of the next one, or the trailer. Throws
   * `unknown_shop`, `invalid_request` for a cursor of something else.
   */
  piece(scope: Scope, cursor: string | null): Promise<ExportPiece>;
  /** All pieces from `cursor` on, one at a time, as they are asked for. */
  pieces(scope: Scope, cursor: string | null): AsyncIterable<string>;
}

/** Records in one piece: what is lost at most when a stream is cut. */
const PAGE = 1000;

export function makeExportsService({
  views,
  clock,
}: {
  readonly views: Pick<Views, 'export' | 'sites'>;
  readonly clock: Clock;
}): ExportsService {
  async function headerOf(scope: Scope): Promise<HeaderLine> {
    const site = await views.sites.get(scope);
    if (site === null) throw new DomainError('unknown_shop');
    return {
      format: EXPORT_FORMAT,
      version: EXPORT_VERSION,
      schema: views.export.schema(),
      tenant: { id: scope.tenantId },
      site: { id: site.id, slug: site.slug, name: site.name },
      exportedAt: clock.now().toISOString(),
    };
  }

  /** Where it goes on behind a page; null at the end. */
  function following({ kind }: ExportPosition, after: string | null, counts: ExportPosition['counts']): ExportPosition | null {
    if (after !== null) return { kind, after, counts };
    const kinds = views.export.kinds();
    const next = kinds[kinds.indexOf(kind) + 1];
    return next === undefined ? null : { kind: next, after: null, counts };
  }

  /** Records from the position on, as lines, and where it goes on; at the end with the trailer. */
  async function recordsFrom(scope: Scope, from: ExportPosition): Promise<{ lines: string[]; next: ExportPosition | null }> {
    const lines: string[] = [];
    let position = from;
    while (lines.length < PAGE) {
      const { kind, after, counts } = position;
      const page = await views.export.page(scope, kind, after, PAGE - lines.length);
      for (const record of page.records) lines.push(`{"kind":"${kind}","record":${record}}`);
      const counted = { ...counts, [kind]: (counts[kind] ?? 0) + page.records.length };
      const next = following(position, page.after, counted);
      if (next === null) return { lines: [...lines, trailerOf(counted)], next };
      position = next;
    }
    return { lines, next: position };
  }

  async function piece(scope: Scope, cursor: string | null): Promise<ExportPiece> {
    const kinds = views.export.kinds();
    const [kind = ''] = kinds;
    const header = cursor === null ? [JSON.stringify(await headerOf(scope))] : [];
    const { lines, next } = await recordsFrom(scope, cursor === null ? { kind, after: null, counts: {} } : positionOf(cursor, kinds));
    const end = next === null ? null : cursorOf(next);
    return { text: [...header, ...lines, ...(end === null ? [] : [JSON.stringify({ cursor: end })])].join('\n'), cursor: end };
  }

  return {
    piece,
    async *pieces(scope, from) {
      let cursor = from;
      do {
        const { text, cursor: next } = await piece(scope, cursor);
        yield `${text}\n`;
        cursor = next;
      } while (cursor !== null);
    },
  };
}

function trailerOf(counts: ExportPosition['counts']): string {
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return JSON.stringify({ end: true, records, counts });
}
