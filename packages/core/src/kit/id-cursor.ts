import { type CursorPage, cursorPage, decodeCursor } from './page.js';

/** Lists of records whose ids sort by their making (`Ids.uuid`), newest first: the cursor is the last id that was seen. */
export function idCursorPage<Row extends { readonly id: string }>(rows: readonly Row[], limit: number): CursorPage<Row> {
  return cursorPage(rows, limit, ({ id }) => [id]);
}

/** The id after which the list goes on; null from the start. Throws `invalid_request` for a cursor of something else. */
export function readIdCursor(cursor: string | undefined): string | null {
  return cursor === undefined ? null : (decodeCursor(cursor, 1)[0] ?? null);
}
