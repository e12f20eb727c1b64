import type { OrderEvent, OrderStatus } from './order.js';
import type { OrderNote } from './order-note.js';

/** Something that happened to an order, or was noted about it. */
export interface TimelineEntry {
  readonly type: 'event' | 'note';
  readonly at: Date;
  readonly actor: string;
  readonly kind: string;
  readonly status: OrderStatus | null;
  readonly reason: string | null;
  readonly data: OrderEvent['data'];
  readonly noteId: string | null;
  readonly text: string | null;
}

/** Events (oldest first) and notes of one order as one list, newest first; of one instant, the later event first. */
export function timelineOf(events: readonly OrderEvent[], notes: readonly OrderNote[]): readonly TimelineEntry[] {
  const happened = events.map(({ at, actor, kind, status, reason, data }): TimelineEntry => {
    return { type: 'event', at, actor, kind, status, reason, data, noteId: null, text: null };
  });
  const noted = notes.map(({ id, at, author, text }): TimelineEntry => {
    return { type: 'note', at, actor: author, kind: 'note', status: null, reason: null, data: null, noteId: id, text };
  });
  return [...happened.reverse(), ...noted].sort((left, right) => right.at.getTime() - left.at.getTime());
}
