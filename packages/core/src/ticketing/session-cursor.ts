import { DomainError } from '../kit/errors.js';
import { decodeCursor } from '../kit/page.js';
import { instantInput, isPlainText } from '../kit/validate.js';
import type { TicketSession } from './ticket-session.js';

/** The session that a page of sessions ended with. */
export type SessionPosition = Pick<TicketSession, 'startsAt' | 'id'>;

/** What a cursor of a list of sessions holds. */
export function cursorKeyOf({ startsAt, id }: SessionPosition): readonly string[] {
  return [startsAt.toISOString(), id];
}

/** Where the list continues; null from the start. Throws `invalid_request` unless it is a cursor of a list of sessions. */
export function readSessionCursor(cursor: string | undefined): SessionPosition | null {
  if (cursor === undefined) return null;
  const [at, id = ''] = decodeCursor(cursor, 2);
  const startsAt = instantInput.safeParse(at);
  if (startsAt.success && isPlainText(id)) return { startsAt: startsAt.data, id };
  throw new DomainError('invalid_request', { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] });
}
