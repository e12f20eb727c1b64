import { z } from 'zod';
import { DomainError } from './errors.js';
import { personText } from './validate.js';

/** Platform lists (numbered pages): `page` from 1, `pageSize` 20 unless told; more than 100 is served as 100. */
export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 100;

/** As `.prefault({})` in a procedure: whoever asks for nothing in particular sends no input. */
export const pageInput = z.object({
  page: z.int().min(1).default(1),
  pageSize: z
    .int()
    .min(1)
    .default(PAGE_SIZE_DEFAULT)
    .transform((size) => Math.min(size, PAGE_SIZE_MAX)),
  search: personText(0, 200).optional(),
});

export type PageInput = z.output<typeof pageInput>;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() });
}

/** Keyed lists (cursors): 50 unless told, at most 200. Stable under inserts, because a cursor names the last row seen. */
export const LIMIT_DEFAULT = 50;
export const LIMIT_MAX = 200;
/** Room for a sort key with a name of 120 characters in any script, which takes 18 characters each. */
const CURSOR_LENGTH_MAX = 4000;

export const cursorInput = z.object({
  cursor: z.string().max(CURSOR_LENGTH_MAX).optional(),
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT),
});

export type CursorInput = z.output<typeof cursorInput>;

export interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** The sort key of the last row of a page, as opaque text that is safe in a URL. */
export function encodeCursor(key: readonly string[]): string {
  return Array.from(encodeURIComponent(JSON.stringify(key)), (char) => char.charCodeAt(0).toString(16)).join('');
}

/**
 * The sort key in a cursor; `invalid_request` when it is not one of `length` parts made by `encodeCursor`.
 * @public
 */
export function decodeCursor(cursor: string, length: number): readonly string[] {
  const fault = new DomainError('invalid_request', { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] });
  if (!/^(?:[0-9a-f]{2})+$/.test(cursor)) throw fault;
  const text = (cursor.match(/../g) ?? []).map((hex) => String.fromCharCode(Number.parseInt(hex, 16))).join('');
  const key = z.array(z.string()).length(length).safeParse(parseJson(text));
  if (!key.success) throw fault;
  return key.data;
}

function parseJson(uriText: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(uriText));
  } catch {
    return undefined;
  }
}

/**
 * Cuts a page out of `limit + 1` rows: the extra row only says whether there is more.
 * `keyOf` gives the sort key that the next call continues after.
 * @public
 */
export function cursorPage<Item>(rows: readonly Item[], limit: number, keyOf: (item: Item) => readonly string[]): CursorPage<Item> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null };
}
