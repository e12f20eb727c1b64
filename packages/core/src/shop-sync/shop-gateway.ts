import type { StopSignal } from '../kit/stop-signal.js';
import type { ShopCategory, ShopCustomer, ShopOrder, ShopProduct, ShopVendor } from './shop-records.js';

/** The web service of an online shop, as a port. */

/** Where a shop is and how it is spoken to: settings `shop.url` and `shop.key`. */
export interface ShopConnection {
  readonly url: string;
  readonly key: string;
}

export interface ShopGateways {
  /** Calls of one address share their pace, their backoff and their breaker, whoever opened the gateway. Nothing is called yet. */
  open(connection: ShopConnection): ShopGateway;
  /** Until when nothing is sent to the address, because it has failed too often or asked for it; null: it is called. As far as this process knows. */
  pausedUntil(connection: ShopConnection): Date | null;
}

/** What was read of the records that were asked for; each of them is in exactly one list. */
export interface ShopRead<Kept> {
  readonly records: readonly Kept[];
  /** The shop says, twice, that they are not there. */
  readonly gone: readonly string[];
  /** The shop cannot hand them over, or what it hands over makes no sense. */
  readonly faulty: readonly FaultyRecord[];
}

export interface FaultyRecord {
  readonly externalId: string;
  /** For people; names fields, never their personal content. */
  readonly reason: string;
}

/** What a try of the connection showed. */
export interface ShopProbe {
  /** Such as `1.7.8.8`; null: it does not say. */
  readonly version: string | null;
  readonly name: string | null;
  /** IANA. */
  readonly timezone: string;
  readonly currency: string;
  readonly language: string;
  /** Milliseconds the clock of the shop is ahead of ours. */
  readonly clockAheadMs: number;
  /** Resources of the shop that the key may not read, by the shop's names; empty: everything needed. */
  readonly unreadable: readonly string[];
  /** What a merchant ought to know, such as that the shop cannot sort. */
  readonly remarks: readonly string[];
}

/**
 * Reads of one shop. Ids go in any number: the gateway cuts them into requests. Every method throws `ShopFault` when the shop as a whole does
 * not answer usefully, and the signal's reason when that is aborted.
 */
export interface ShopGateway {
  probe(signal: StopSignal): Promise<ShopProbe>;
  /**
   * The ids of what changed at or after the instant, or of everything (null), ascending by number. A record that changes meanwhile may be in it or
   * not; nothing that changed before the call and after `since` is missing, whatever the zone of the shop and its daylight saving time.
   */
  ids(entity: 'orders' | 'products' | 'customers', since: Date | null, signal: StopSignal): Promise<readonly string[]>;
  orders(ids: readonly string[], signal: StopSignal): Promise<ShopRead<ShopOrder>>;
  products(ids: readonly string[], signal: StopSignal): Promise<ShopRead<ShopProduct>>;
  customers(ids: readonly string[], signal: StopSignal): Promise<ShopRead<ShopCustomer>>;
  /** Every supplier and every manufacturer. */
  vendors(signal: StopSignal): Promise<readonly ShopVendor[]>;
  /** Every category, parents before children. */
  categories(signal: StopSignal): Promise<readonly ShopCategory[]>;
  /** How many requests were made through this gateway, tries included. */
  requests(): number;
}

export const SHOP_FAULTS = ['unauthorized', 'unreadable', 'off', 'unusable', 'unreachable', 'paused'] as const;
/**
 * `unauthorized`: the key is not accepted; `unreadable`: it may not read a resource; `off`: the web service is switched off; `unusable`: the
 * shop refuses what it should answer, so trying again is useless; `unreachable`: time-outs, 5xx, no connection, after all tries; `paused`:
 * too many failures of late, nothing was sent.
 */
export type ShopFaultKind = (typeof SHOP_FAULTS)[number];

/** The shop as a whole does not answer usefully. The message is for people and holds no secret. */
export class ShopFault extends Error {
  readonly kind: ShopFaultKind;
  /** When it makes sense to try again; null: nobody knows. */
  readonly retryAfterSecs: number | null;

  constructor(kind: ShopFaultKind, message: string, retryAfterSecs: number | null = null) {
    super(message);
    this.name = 'ShopFault';
    this.kind = kind;
    this.retryAfterSecs = retryAfterSecs;
  }
}
