import type { Scope } from '../kit/scope.js';

/** How many orders each pickup slot of an establishment has taken. */
export interface PickupSlotStore {
  /** Orders taken per slot start (ms since 1970) for slots starting at `from` or later, before `to`. Slots without one are absent. */
  taken(scope: Scope, from: Date, to: Date): Promise<ReadonlyMap<number, number>>;
  /**
   * Takes a place in the slot starting at `start` when fewer than `cap` are taken (null: always); false when it is full.
   * Never more than `cap` succeed, however many transactions try at once. Undone with the transaction.
   */
  claim(scope: Scope, start: Date, cap: number | null): Promise<boolean>;
  /** Gives a place back. A slot nobody holds stays at zero. */
  release(scope: Scope, start: Date): Promise<void>;
}
