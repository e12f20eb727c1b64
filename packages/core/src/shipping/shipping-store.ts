import type { Scope } from '../kit/scope.js';
import type { VersionedStore, VersionedViews } from '../kit/versioned.js';
import type { ShippingMethod, ShippingZone } from './shipping.js';

/** A zone with methods is `in_use`. */
export type ShippingZoneStore = VersionedStore<ShippingZone>;

/** Throws `unknown_record` for a method of a zone that is not there. */
export type ShippingMethodStore = VersionedStore<ShippingMethod>;

export interface ShippingZoneViews extends VersionedViews<ShippingZone> {
  /** The zones that name the country. */
  ofCountry(scope: Scope, country: string): Promise<readonly ShippingZone[]>;
}

export interface ShippingMethodViews extends VersionedViews<ShippingMethod> {
  /** Every method of the zone, active or not. */
  ofZone(scope: Scope, zoneId: string): Promise<readonly ShippingMethod[]>;
}
