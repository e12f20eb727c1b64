import { DomainError } from '../kit/errors.js';
import { decodeCursor } from '../kit/page.js';
import { instantInput, isPlainText } from '../kit/validate.js';
import type { Order } from './order.js';

/** The order that a page of orders ended with. */
export interface OrderPosition {
  readonly placedAt: Date;
  readonly id: string;
}

/** What a cursor of a list of orders holds. */
export function cursorKeyOf({ placedAt, id }: Order): readonly string[] {
  return [placedAt.toISOString(), id];
}

/** Where the list continues; null from the start. Throws `invalid_request` unless it is a cursor of a list of orders. */
export function readOrderCursor(cursor: string | undefined): OrderPosition | null {
  if (cursor === undefined) return null;
  const [at, id = ''] = decodeCursor(cursor, 2);
  const placedAt = instantInput.safeParse(at);
  if (placedAt.success && isPlainText(id)) return { placedAt: placedAt.data, id };
  throw new DomainError('invalid_request', { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] });
}
