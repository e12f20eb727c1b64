import type { ShippingMethod, ShippingZone } from '@comptoir/core/shipping/shipping.js';
import type {
  ShippingMethodStore,
  ShippingMethodViews,
  ShippingZoneStore,
  ShippingZoneViews,
} from '@comptoir/core/shipping/shipping-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { json } from '../kit/json.js';
import { makeKyselyVersionedStore, makeKyselyVersionedViews, type VersionedTable, versionedRows } from '../kit/versioned-store.js';

const ZONES: VersionedTable<ShippingZone> = {
  name: 'shipping_zones',
  columns: {
    id: 'id',
    name: 'name',
    countries: 'countries',
    postcodes: 'postcodes',
    position: 'position',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  },
  json: ['countries', 'postcodes'],
  derived: () => ({}),
  counters: [],
  orderBy: [sql`position`, sql`name collate "C"`],
  searched: ['name'],
};

const METHODS: VersionedTable<ShippingMethod> = {
  name: 'shipping_methods',
  columns: {
    id: 'id',
    zoneId: 'zone_id',
    name: 'name',
    carrier: 'carrier',
    prices: 'prices',
    freeFromCents: 'free_from_cents',
    taxBasisPoints: 'tax_basis_points',
    deliveryDaysMin: 'delivery_days_min',
    deliveryDaysMax: 'delivery_days_max',
    trackingUrl: 'tracking_url',
    active: 'active',
    position: 'position',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  },
  json: ['prices'],
  derived: () => ({}),
  counters: [],
  orderBy: [sql`position`, sql`name collate "C"`],
  searched: ['name', 'carrier'],
};

export function makeKyselyShippingZones(db: Handle): ShippingZoneStore {
  return makeKyselyVersionedStore(db, ZONES);
}

export function makeKyselyShippingZoneViews(db: Handle): ShippingZoneViews {
  const { tableName, ofSite, selected, read } = versionedRows<ShippingZone>(db, ZONES);
  return {
    ...makeKyselyVersionedViews(db, ZONES),
    ofCountry: (scope, country) =>
      read(sql`select ${selected} from ${tableName} where ${ofSite(scope)} and countries @> ${json([country])}`),
  };
}

export function makeKyselyShippingMethods(db: Handle): ShippingMethodStore {
  return makeKyselyVersionedStore(db, METHODS);
}

export function makeKyselyShippingMethodViews(db: Handle): ShippingMethodViews {
  const { tableName, ofSite, selected, read } = versionedRows<ShippingMethod>(db, METHODS);
  return {
    ...makeKyselyVersionedViews(db, METHODS),
    ofZone: (scope, zoneId) => read(sql`select ${selected} from ${tableName} where ${ofSite(scope)} and zone_id = ${zoneId}`),
  };
}
