import type { ShippingMethod, ShippingZone } from '@comptoir/core/shipping/shipping.js';
import type {
  ShippingMethodQuery,
  ShippingMethodStore,
  ShippingMethodViews,
  ShippingSort,
  ShippingZoneStore,
  ShippingZoneViews,
} from '@comptoir/core/shipping/shipping-store.js';
import { type RawBuilder, sql } from 'kysely';
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
  const { tableName, ofSite, selected, read, list } = versionedRows<ShippingZone>(db, ZONES);
  const naming = (country: string) => sql`countries @> ${json([country])}`;
  return {
    get: makeKyselyVersionedViews(db, ZONES).get,
    list: (scope, { country, sort = 'position', ...page }) =>
      list(scope, page, country === undefined ? [] : [naming(country)], SORTS[sort]),
    ofCountry: (scope, country) => read(sql`select ${selected} from ${tableName} where ${ofSite(scope)} and ${naming(country)}`),
  };
}

export function makeKyselyShippingMethods(db: Handle): ShippingMethodStore {
  return makeKyselyVersionedStore(db, METHODS);
}

export function makeKyselyShippingMethodViews(db: Handle): ShippingMethodViews {
  const { tableName, ofSite, selected, read, list } = versionedRows<ShippingMethod>(db, METHODS);
  return {
    get: makeKyselyVersionedViews(db, METHODS).get,
    list: (scope, { sort = 'position', ...query }) => list(scope, query, askedFor(query), SORTS[sort]),
    ofZone: (scope, zoneId) => read(sql`select ${selected} from ${tableName} where ${ofSite(scope)} and zone_id = ${zoneId}`),
  };
}

function askedFor({ zoneId, country, carrier, active }: ShippingMethodQuery): readonly RawBuilder<unknown>[] {
  return [
    ...(zoneId === undefined ? [] : [sql`zone_id = ${zoneId}`]),
    ...(carrier === undefined ? [] : [sql`carrier = ${carrier}`]),
    ...(active === undefined ? [] : [sql`active = ${active}`]),
    ...(country === undefined ? [] : [isInZoneOf(country)]),
  ];
}

function isInZoneOf(country: string): RawBuilder<unknown> {
  return sql`exists (select from shipping_zones zone where zone.tenant_id = shipping_methods.tenant_id
    and zone.site_id = shipping_methods.site_id and zone.id = zone_id and zone.countries @> ${json([country])})`;
}

const [ID, ID_DOWN] = [sql`id collate "C"`, sql`id collate "C" desc`];

const SORTS: Readonly<Record<ShippingSort, readonly RawBuilder<unknown>[]>> = {
  position: [sql`position`, sql`name collate "C"`, ID],
  name: [sql`name collate "C"`, ID],
  '-name': [sql`name collate "C" desc`, ID_DOWN],
  createdAt: [sql`created_at`, ID],
  '-createdAt': [sql`created_at desc`, ID_DOWN],
};
