import { DomainError } from '../kit/errors.js';

/** An establishment of a tenant: what it is, where it is, when it is open and what it offers. */

export const TRADES = ['restaurant', 'bar', 'shop', 'museum'] as const;
export type Trade = (typeof TRADES)[number];

/** Services an establishment can switch on (interfaces, "Shop features"). */
export const FEATURES = ['onlineOrders', 'stock', 'slots', 'accessControl', 'attendance', 'groups', 'passes', 'onlineTickets'] as const;
export type Feature = (typeof FEATURES)[number];
export type Features = Readonly<Record<Feature, boolean>>;

export interface Address {
  readonly line1: string;
  readonly line2: string | null;
  readonly postcode: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** A time span of a day in local wall time, `HH:MM`. `to` at or before `from` lies on the next day; `24:00` is midnight. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface WeeklyPeriod extends Period {
  /** ISO weekday: 1 is Monday, 7 is Sunday. The day the period starts on. */
  readonly day: number;
}

/** Replaces the weekly periods of one service day. */
export interface DatedException {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly closed: boolean;
  readonly label: string | null;
  /** Empty when closed. */
  readonly periods: readonly Period[];
}

export interface OpeningTimes {
  /** IANA zone the wall times are meant in. */
  readonly timezone: string;
  readonly hours: readonly WeeklyPeriod[];
  readonly exceptions: readonly DatedException[];
}

/** How the establishment takes takeaway orders. */
export interface OrderingRules {
  /** Time the kitchen needs: the earliest pickup is this far from now. */
  readonly leadMinutes: number;
  /** Length of a pickup slot. */
  readonly slotMinutes: number;
  /** Orders per slot; null is without limit. */
  readonly slotCap: number | null;
  /** How far ahead a pickup can be asked for. */
  readonly horizonHours: number;
  readonly minimumCents: number;
  /** True: orders for a later opening are taken while closed. False: closed is closed. */
  readonly acceptWhenClosed: boolean;
}

export interface Site extends OpeningTimes {
  readonly tenantId: string;
  readonly id: string;
  /** Public id, unique over all tenants. */
  readonly slug: string;
  readonly trade: Trade;
  readonly name: string;
  readonly description: string | null;
  readonly address: Address;
  readonly phone: string | null;
  readonly website: string | null;
  /** Host names that belong to this establishment alone, lower-case. */
  readonly hosts: readonly string[];
  /** ISO 4217. */
  readonly currency: string;
  /** Languages of its public pages, first is its own. */
  readonly languages: readonly string[];
  readonly features: Features;
  readonly ordering: OrderingRules;
  /** Grows with every change of the site or its catalogue; what is derived from an older version is out of date. */
  readonly version: number;
}

/**
 * Where stock is kept: in shops, and in museums that have switched it on. Throws `not_available` for trades that do not track
 * stock (interfaces A, rule 6), `feature_disabled` for a shop that has switched it off.
 */
export function requireStock({ trade, features }: Pick<Site, 'trade' | 'features'>): void {
  if (features.stock && !hasPublicMenu(trade)) return;
  throw new DomainError(trade === 'shop' ? 'feature_disabled' : 'not_available');
}

/** Trades that have a public menu (interfaces A). */
export function hasPublicMenu(trade: Trade): boolean {
  return trade === 'restaurant' || trade === 'bar';
}

/** Trades whose items are sold online and picked up in store (interfaces A). */
export function hasBoutique(trade: Trade): boolean {
  return trade === 'shop' || trade === 'museum';
}

/** Sells tickets online (interfaces A): a museum that has switched it on. */
export function hasTicketing({ trade, features }: Pick<Site, 'trade' | 'features'>): boolean {
  return trade === 'museum' && features.onlineTickets;
}

/** Throws `feature_disabled` unless the establishment sells tickets online. */
export function requireTicketing(site: Pick<Site, 'trade' | 'features'>): void {
  if (!hasTicketing(site)) throw new DomainError('feature_disabled');
}
