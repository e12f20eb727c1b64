import { DomainError } from '../kit/errors.js';
import { nextOpening, type OpenPeriod, openPeriodAt, openPeriodsBetween } from './opening-hours.js';
import type { Site } from './site.js';

/** A pickup window. */
export interface PickupSlot {
  readonly start: Date;
  readonly end: Date;
}

/** Where an establishment stands with its takeaway orders at one moment. */
export interface OrderingWindow {
  /** True when an order for some pickup time can be placed now, leaving caps aside. */
  readonly open: boolean;
  /** When it opens next, where it is closed now. */
  readonly nextOpening: Date | null;
  /** The pickup times on offer, earliest first, full ones included. Empty when not open. */
  readonly slots: readonly PickupSlot[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** No period is longer, also when the clock is put back. */
const PERIOD_MAX_MS = 26 * HOUR_MS;

/**
 * The pickup times on offer at `now`: whole slots inside opening hours, starting no earlier than the lead time allows and no
 * later than the horizon. Closed now means none, unless the establishment takes orders while closed.
 *
 * Slots are stretches of real time counted from the start of each period, so that the hour that is missing in spring has none
 * and the hour that comes twice in autumn has two sets. Where periods overlap, as they may when yesterday's exception runs into
 * today, the slots of the later one take over from its start: no two slots share a minute.
 */
export function orderingWindow(site: Site, now: Date): OrderingWindow {
  const isOpen = openPeriodAt(site, now) !== null;
  const opensNext = isOpen ? null : nextOpening(site, now);
  const takesOrders = site.ordering.acceptWhenClosed || isOpen;
  const slots = takesOrders ? slotsFrom(site, now) : [];
  return { open: slots.length > 0, nextOpening: slots.length > 0 ? opensNext : (opensNext ?? nextOpening(site, now)), slots };
}

function slotsFrom(site: Site, now: Date): PickupSlot[] {
  const { leadMinutes, slotMinutes, horizonHours } = site.ordering;
  const earliest = new Date(now.getTime() + leadMinutes * MINUTE_MS);
  const latest = new Date(now.getTime() + horizonHours * HOUR_MS);
  const step = slotMinutes * MINUTE_MS;
  const slots: PickupSlot[] = [];
  // Periods around the time on offer decide too where its slots begin; without them slots would move as time goes by.
  const periods = openPeriodsBetween(site, new Date(earliest.getTime() - PERIOD_MAX_MS), new Date(latest.getTime() + step));
  for (const stretch of withoutOverlaps(periods)) {
    const skipped = Math.max(0, Math.ceil((earliest.getTime() - stretch.start) / step));
    for (let start = stretch.start + skipped * step; start + step <= stretch.end && start < latest.getTime(); start += step) {
      slots.push({ start: new Date(start), end: new Date(start + step) });
    }
  }
  return slots;
}

/** The same time cut at every start of a period. `periods` are in order of their starts. */
function withoutOverlaps(periods: readonly OpenPeriod[]): { start: number; end: number }[] {
  let openUntil = Number.NEGATIVE_INFINITY;
  return periods.map(({ start, end }, index) => {
    openUntil = Math.max(openUntil, end.getTime());
    return { start: start.getTime(), end: Math.min(openUntil, periods[index + 1]?.start.getTime() ?? openUntil) };
  });
}

/**
 * The slots an order may try, in order: the one asked for, or all that are on offer. Throws `closed` (with `nextOpening`) when
 * none is on offer at all, `invalid_slot` when the one asked for is not among them.
 */
export function candidateSlots(site: Site, pickupAt: Date | null, now: Date): readonly PickupSlot[] {
  const window = orderingWindow(site, now);
  if (!window.open) throw new DomainError('closed', { facts: { nextOpening: window.nextOpening?.toISOString() ?? null } });
  if (pickupAt === null) return window.slots;
  const asked = window.slots.find(({ start }) => start.getTime() === pickupAt.getTime());
  if (asked === undefined) {
    throw new DomainError('invalid_slot', { issues: [{ path: 'pickupAt', message: 'Not one of the pickup times on offer.' }] });
  }
  return [asked];
}

/** Orders a slot takes, or null for no limit: without the `slots` feature there are pickup times but no caps. */
export function slotCapOf(site: Site): number | null {
  return site.features.slots ? site.ordering.slotCap : null;
}
