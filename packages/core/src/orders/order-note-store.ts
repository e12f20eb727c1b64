import type { Scope } from '../kit/scope.js';
import type { OrderNote } from './order-note.js';

/** Writes of notes about orders. They do not change the order: its version stays. */
export interface OrderNoteStore {
  /** Throws `unknown_order`. */
  add(scope: Scope, orderId: string, note: OrderNote): Promise<void>;
  /** False when the order has no such note. */
  remove(scope: Scope, orderId: string, noteId: string): Promise<boolean>;
  /** All of the order. */
  drop(scope: Scope, orderId: string): Promise<void>;
}
