import type { MemoryRows, MemoryTable } from '../kit/memory-database.js';
import type { Scope } from '../kit/scope.js';
import type { PickupSlotStore } from './pickup-slot-store.js';

interface SlotRow {
  readonly site: string;
  readonly start: number;
  readonly taken: number;
}

export type PickupSlotTable = MemoryTable<SlotRow>;

/** Pickup slots without a database. */
export function makeMemoryPickupSlots(slots: PickupSlotTable): { store: PickupSlotStore; views: Pick<PickupSlotStore, 'taken'> } {
  const keyOf = (scope: Scope, start: Date) => `${siteOf(scope)} ${start.getTime()}`;
  const write = (scope: Scope, start: Date, taken: number) =>
    slots.set(keyOf(scope, start), { site: siteOf(scope), start: start.getTime(), taken });
  const takenAt = (scope: Scope, start: Date) => slots.get(keyOf(scope, start))?.taken ?? 0;
  return {
    store: {
      taken: takenIn(slots),
      async claim(scope, start, cap) {
        const taken = takenAt(scope, start);
        if (cap !== null && taken >= cap) return false;
        write(scope, start, taken + 1);
        return true;
      },
      async release(scope, start) {
        const taken = takenAt(scope, start);
        if (taken > 0) write(scope, start, taken - 1);
      },
    },
    views: { taken: takenIn(slots.committed) },
  };
}

function siteOf(scope: Scope): string {
  return `${scope.tenantId} ${scope.siteId}`;
}

function takenIn(slots: MemoryRows<SlotRow>): PickupSlotStore['taken'] {
  return async (scope, from, to) => {
    const rows = [...slots.values()].filter(
      ({ site, start, taken }) => site === siteOf(scope) && start >= from.getTime() && start < to.getTime() && taken > 0,
    );
    return new Map(rows.map(({ start, taken }) => [start, taken]));
  };
}
