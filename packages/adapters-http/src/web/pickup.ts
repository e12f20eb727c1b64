import type { Carte, CarteItem, CarteOrdering } from '@comptoir/core/carte/carte.js';
import { wallTimeAt } from '@comptoir/core/sites/wall-time.js';
import type { Refusal, SoldOut } from './checkout.js';

/** Pickup times as a guest chooses them. */

export type CarteSlot = CarteOrdering['slots'][number];

export interface SlotDay {
  /** `YYYY-MM-DD` in the establishment's zone. */
  readonly date: string;
  readonly slots: readonly CarteSlot[];
}

export function isFull(slot: CarteSlot): boolean {
  return slot.remaining === 0;
}

/** The slots by local day, in order. */
export function slotDays(ordering: Pick<CarteOrdering, 'slots'>, timezone: string): readonly SlotDay[] {
  const days = new Map<string, CarteSlot[]>();
  for (const slot of ordering.slots) {
    const { date } = wallTimeAt(new Date(slot.start), timezone);
    const day = days.get(date);
    if (day === undefined) days.set(date, [slot]);
    else day.push(slot);
  }
  return [...days].map(([date, slots]) => ({ date, slots }));
}

/** What "as soon as possible" comes to, as far as is known: the first slot with room. */
export function soonestSlot(ordering: Pick<CarteOrdering, 'slots'>): CarteSlot | null {
  return ordering.slots.find((slot) => !isFull(slot)) ?? null;
}

/** What the till refused since the menu was read; the next reading may still be older than that. */
export interface KnownRefusals {
  readonly soldOut: readonly SoldOut[];
  readonly fullSlots: ReadonlySet<string>;
}

export const NO_REFUSALS: KnownRefusals = { soldOut: [], fullSlots: new Set() };

/** What is known to be refused after one more refusal. */
export function refusalsAfter(known: KnownRefusals, refusal: Refusal, pickupAt: string | null): KnownRefusals {
  return {
    soldOut: [...known.soldOut, ...refusal.soldOut],
    fullSlots: refusal.code === 'slot_full' && pickupAt !== null ? new Set([...known.fullSlots, pickupAt]) : known.fullSlots,
  };
}

/** The menu with what the till refused marked as such, so that nobody runs into the same refusal twice. */
export function withRefusals(carte: Carte, refusals: KnownRefusals): Carte {
  if (refusals.soldOut.length === 0 && refusals.fullSlots.size === 0) return carte;
  return {
    ...carte,
    items: carte.items.map((item) => refusals.soldOut.filter(({ id }) => id === item.id).reduce(withLess, item)),
    ordering: {
      ...carte.ordering,
      slots: carte.ordering.slots.map((slot) => (refusals.fullSlots.has(slot.start) ? { ...slot, remaining: 0 } : slot)),
    },
  };
}

/** The item with no more than what the till said was left of it, or of its variant. */
function withLess(item: CarteItem, { variantId, left }: SoldOut): CarteItem {
  if (variantId === null) return { ...item, available: item.available && left > 0, remaining: Math.min(left, item.remaining ?? left) };
  const variants = item.variants.map((variant) =>
    variant.id === variantId ? { ...variant, remaining: Math.min(left, variant.remaining ?? left) } : variant,
  );
  return { ...item, variants };
}
