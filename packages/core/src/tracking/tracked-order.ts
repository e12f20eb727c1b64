import { shortNumber } from '../kit/ids.js';
import {
  FULFILMENT_STATUSES,
  type FulfilmentOrder,
  type FulfilmentStatus,
  isPickup,
  isTicketing,
  type Order,
  type OrderEvent,
  type OrderLine,
} from '../orders/order.js';
import { type GoodsLine, isGoods, quantityIn } from '../settlement/goods.js';
import type { Parcel, ParcelState } from '../settlement/parcel.js';
import { parcelPageOf } from '../settlement/tracking-url.js';
import { shopSendingOf } from '../shop-sync/orders/shop-facts.js';

/** A draft is followed by nobody: what is in it may still change. */
export type TrackedStatus = Exclude<FulfilmentStatus, 'draft'>;

/** The way of an order that goes well. */
export const TRACKED_STEPS = ['confirmed', 'preparing', 'shipped', 'delivered'] as const satisfies readonly TrackedStatus[];

/** One that is cancelled gave its goods back to the order, and is no parcel to its client. */
export type TrackedParcelState = Exclude<ParcelState, 'cancelled'>;

export interface TrackedGoods {
  readonly name: string;
  /** The names of its variant and options. */
  readonly choices: readonly string[];
  readonly quantity: number;
}

export interface TrackedParcel {
  readonly state: TrackedParcelState;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  /** Where the carrier tells of it; null: nowhere that is known. */
  readonly trackingUrl: string | null;
  readonly goods: readonly TrackedGoods[];
  readonly shippedAt: Date | null;
  readonly deliveredAt: Date | null;
}

/** An order that is sent, as whoever has its address sees it: not to whom it goes, nor what it costs, as it may be a present. */
export interface TrackedOrder {
  readonly number: string;
  readonly placedAt: Date;
  readonly status: TrackedStatus;
  /** Since when it is in each of the states that it came through after it was last a draft. */
  readonly since: ReadonlyMap<TrackedStatus, Date>;
  readonly parcels: readonly TrackedParcel[];
  /** What is in none of the parcels. */
  readonly goods: readonly TrackedGoods[];
}

/** The order with its history and its parcels, as its client sees it; null for one that has no such page. */
export function trackedOrder(order: Order, events: readonly OrderEvent[], parcels: readonly Parcel[]): TrackedOrder | null {
  if (isPickup(order) || isTicketing(order)) return null;
  const { status, sequence, placedAt, lines } = order;
  if (status === 'draft') return null;
  const since = statesSince(events);
  const sent = parcels.flatMap((parcel) => trackedParcel(parcel, lines));
  const unpacked = goodsIn(unpackedOf(lines, parcels), lines);
  const ofShop = sent.length === 0 ? shopParcel(order, unpacked, since) : null;
  const shown = ofShop === null ? { parcels: sent, goods: unpacked } : { parcels: [ofShop], goods: [] };
  return { number: shortNumber(sequence), placedAt, status, since, ...shown };
}

function trackedParcel(parcel: Parcel, lines: readonly OrderLine[]): TrackedParcel[] {
  const { state, carrier, trackingNumber, shippedAt, deliveredAt } = parcel;
  if (state === 'cancelled') return [];
  const goods = goodsIn(parcel.lines, lines);
  return [{ state, carrier, trackingNumber, trackingUrl: parcelPageOf(parcel), shippedAt, deliveredAt, goods }];
}

/** What an online shop has sent by itself, of which only it knows the parcels: all in one, under the number it gave. */
function shopParcel(order: FulfilmentOrder, goods: readonly TrackedGoods[], since: ReadonlyMap<TrackedStatus, Date>): TrackedParcel | null {
  const { status } = order;
  const sending = shopSendingOf(order);
  if (sending === null || (status !== 'shipped' && status !== 'delivered')) return null;
  const followed = { carrier: sending.carrier, trackingNumber: sending.tracking };
  const trackingUrl = parcelPageOf({ ...followed, trackingUrl: null });
  const times = { shippedAt: since.get('shipped') ?? null, deliveredAt: since.get('delivered') ?? null };
  return { ...followed, trackingUrl, ...times, state: status, goods };
}

/** What is in no parcel, unless that was cancelled. */
function unpackedOf(lines: readonly OrderLine[], parcels: readonly Parcel[]): readonly GoodsLine[] {
  const packed = parcels.filter(({ state }) => state !== 'cancelled').flatMap((parcel) => parcel.lines);
  return lines.filter(isGoods).map(({ id, quantity }) => ({ lineId: id, quantity: quantity - quantityIn(packed, id) }));
}

/** In the order of the lines. */
function goodsIn(goods: readonly GoodsLine[], lines: readonly OrderLine[]): TrackedGoods[] {
  return lines.flatMap(({ id, name, variant, options }) => {
    const quantity = quantityIn(goods, id);
    const choices = [...(variant === null ? [] : [variant.name]), ...options.map((option) => option.name)];
    return quantity > 0 ? [{ name, choices, quantity }] : [];
  });
}

function statesSince(events: readonly OrderEvent[]): ReadonlyMap<TrackedStatus, Date> {
  const since = new Map<TrackedStatus, Date>();
  let before: OrderEvent['status'] | null = null;
  for (const { status, at } of events) {
    const tracked = FULFILMENT_STATUSES.find((one) => one === status);
    if (tracked === 'draft') since.clear();
    else if (tracked !== undefined && status !== before) since.set(tracked, at);
    before = status;
  }
  return since;
}
