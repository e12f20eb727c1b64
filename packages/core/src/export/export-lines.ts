import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../kit/page.js';
import { parse } from '../kit/validate.js';

/** The lines of an export. docs/export.md describes them to people. */

export const EXPORT_FORMAT = 'comptoir-export';
export const EXPORT_VERSION = 1;

export const headerLine = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(EXPORT_VERSION),
  schema: z.string(),
  tenant: z.object({ id: z.string() }),
  site: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  exportedAt: z.string(),
});

export type HeaderLine = z.output<typeof headerLine>;

const counts = z.record(z.string(), z.int().min(0));

export const trailerLine = z.object({ end: z.literal(true), records: z.int(), counts });
export const cursorLine = z.object({ cursor: z.string() });
export const recordLine = z.object({ kind: z.string(), record: z.record(z.string(), z.unknown()) });

/** Where an export stands: before the records of `kind` after `after`, with what it has counted until there. */
export interface ExportPosition {
  readonly kind: string;
  readonly after: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

export function cursorOf({ kind, after, counts: counted }: ExportPosition): string {
  return encodeCursor([kind, after ?? '', JSON.stringify(counted)]);
}

/** The position that a cursor names; throws `invalid_request` for one of something else. */
export function positionOf(cursor: string, kinds: readonly string[]): ExportPosition {
  const [kind = '', after = '', counted = ''] = decodeCursor(cursor, 3);
  const known = parse(z.object({ cursor: z.literal(kinds) }), { cursor: kind });
  return { kind: known.cursor, after: after === '' ? null : after, counts: parse(counts, readJson(counted)) };
}

/** The value of a line; undefined when it is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
