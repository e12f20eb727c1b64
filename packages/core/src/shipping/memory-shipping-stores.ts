import { byPosition } from '../catalogue/item.js';
import { DomainError } from '../kit/errors.js';
import { type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import { makeMemoryVersionedStore } from '../kit/memory-versioned-store.js';
import type { Scope } from '../kit/scope.js';
import type { ShippingMethod, ShippingZone } from './shipping.js';
import type { ShippingMethodStore, ShippingMethodViews, ShippingZoneStore, ShippingZoneViews } from './shipping-store.js';

export interface ShippingTables {
  readonly zones: CrudTable<ShippingZone>;
  readonly methods: CrudTable<ShippingMethod>;
}

export function makeMemoryShippingZones({ zones, methods }: ShippingTables): { store: ShippingZoneStore; views: ShippingZoneViews } {
  const { store, views } = makeMemoryVersionedStore(zones, {
    sort: byPosition,
    searched: ({ name }) => name,
    inUse: (scope, id) => rowsOfSite(methods, scope).some(({ zoneId }) => zoneId === id),
    clash: () => false,
  });
  return {
    store,
    views: {
      ...views,
      ofCountry: async (scope, country) => rowsOfSite(zones.committed, scope).filter(({ countries }) => countries.includes(country)),
    },
  };
}

export function makeMemoryShippingMethods({ zones, methods }: ShippingTables): { store: ShippingMethodStore; views: ShippingMethodViews } {
  const { store, views } = makeMemoryVersionedStore(methods, {
    sort: byPosition,
    searched: ({ name, carrier }) => `${name}\n${carrier ?? ''}`,
    inUse: () => false,
    clash: () => false,
  });
  const checked = (scope: Scope, method: ShippingMethod): ShippingMethod => {
    if (zones.get(crudKey(scope, method.zoneId)) === undefined) throw new DomainError('unknown_record');
    return method;
  };
  return {
    store: {
      ...store,
      create: async (scope, method) => store.create(scope, checked(scope, method)),
      change: (scope, id, decide) => store.change(scope, id, (method) => checked(scope, decide(method))),
    },
    views: { ...views, ofZone: async (scope, id) => rowsOfSite(methods.committed, scope).filter(({ zoneId }) => zoneId === id) },
  };
}
