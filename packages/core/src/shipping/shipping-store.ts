import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { VersionedStore, VersionedViews } from '../kit/versioned.js';
import type { ShippingMethod, ShippingZone } from './shipping.js';

/** A zone with methods is `in_use`. */
export type ShippingZoneStore = VersionedStore<ShippingZone>;

/** Throws `unknown_record` for a method of a zone that is not there. */
export type ShippingMethodStore = VersionedStore<ShippingMethod>;

export const SHIPPING_SORTS = ['position', 'name', '-name', 'createdAt', '-createdAt'] as const;
export type ShippingSort = (typeof SHIPPING_SORTS)[number];

interface ShippingQuery extends PageInput {
  /** Zones that name the country (ISO 3166-1 alpha-2), and methods in them. */
  readonly country?: string | undefined;
  /** `position` unless told, then by name; ties by id. */
  readonly sort?: ShippingSort | undefined;
}

export type ShippingZoneQuery = ShippingQuery;

export interface ShippingMethodQuery extends ShippingQuery {
  readonly zoneId?: string | undefined;
  /** Exactly this one. */
  readonly carrier?: string | undefined;
  readonly active?: boolean | undefined;
}

export interface ShippingZoneViews extends Pick<VersionedViews<ShippingZone>, 'get'> {
  /** One page; `search` looks in the name. */
  list(scope: Scope, query: ShippingZoneQuery): Promise<Page<ShippingZone>>;
  /** The zones that name the country. */
  ofCountry(scope: Scope, country: string): Promise<readonly ShippingZone[]>;
}

export interface ShippingMethodViews extends Pick<VersionedViews<ShippingMethod>, 'get'> {
  /** One page; `search` looks in name and carrier. */
  list(scope: Scope, query: ShippingMethodQuery): Promise<Page<ShippingMethod>>;
  /** Every method of the zone, active or not. */
  ofZone(scope: Scope, zoneId: string): Promise<readonly ShippingMethod[]>;
}
