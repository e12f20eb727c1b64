import { byPosition } from '../catalogue/item.js';
import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import { type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import { listRows, makeMemoryVersionedStore } from '../kit/memory-versioned-store.js';
import type { Scope } from '../kit/scope.js';
import type { ShippingMethod, ShippingZone } from './shipping.js';
import type {
  ShippingMethodQuery,
  ShippingMethodStore,
  ShippingMethodViews,
  ShippingSort,
  ShippingZoneStore,
  ShippingZoneViews,
} from './shipping-store.js';

export interface ShippingTables {
  readonly zones: CrudTable<ShippingZone>;
  readonly methods: CrudTable<ShippingMethod>;
}

export function makeMemoryShippingZones({ zones, methods }: ShippingTables): { store: ShippingZoneStore; views: ShippingZoneViews } {
  const searched = ({ name }: ShippingZone) => name;
  const { store, views } = makeMemoryVersionedStore(zones, {
    sort: byPosition,
    searched,
    inUse: (scope, id) => rowsOfSite(methods, scope).some(({ zoneId }) => zoneId === id),
    clash: () => false,
  });
  return {
    store,
    views: {
      get: views.get,
      list: async (scope, { country, sort = 'position', ...page }) =>
        listRows(zones, scope, page, { searched, sort: SORTED[sort], isMeant: (zone) => names(zone, country) }),
      ofCountry: async (scope, country) => rowsOfSite(zones.committed, scope).filter((zone) => names(zone, country)),
    },
  };
}

export function makeMemoryShippingMethods({ zones, methods }: ShippingTables): { store: ShippingMethodStore; views: ShippingMethodViews } {
  const searched = ({ name, carrier }: ShippingMethod) => `${name}\n${carrier ?? ''}`;
  const { store, views } = makeMemoryVersionedStore(methods, {
    sort: byPosition,
    searched,
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
    views: {
      get: views.get,
      async list(scope, { sort = 'position', ...query }) {
        const there = rowsOfSite(zones.committed, scope).filter((zone) => names(zone, query.country));
        const isMeant = (method: ShippingMethod) => isAskedFor(method, query) && there.some(({ id }) => id === method.zoneId);
        return listRows(methods, scope, query, { searched, sort: SORTED[sort], isMeant });
      },
      ofZone: async (scope, id) => rowsOfSite(methods.committed, scope).filter(({ zoneId }) => zoneId === id),
    },
  };
}

function names({ countries }: ShippingZone, country: string | undefined): boolean {
  return country === undefined || countries.includes(country);
}

function isAskedFor(method: ShippingMethod, { zoneId, carrier, active }: ShippingMethodQuery): boolean {
  return (
    (zoneId === undefined || method.zoneId === zoneId) &&
    (carrier === undefined || method.carrier === carrier) &&
    (active === undefined || method.active === active)
  );
}

type Sorted = Pick<ShippingZone, 'id' | 'name' | 'position' | 'createdAt'>;
type Compare = (left: Sorted, right: Sorted) => number;

const byName: Compare = (left, right) => compareText(left.name, right.name) || compareText(left.id, right.id);
const byAge: Compare = (left, right) => left.createdAt.getTime() - right.createdAt.getTime() || compareText(left.id, right.id);

const SORTED: Readonly<Record<ShippingSort, Compare>> = {
  position: byPosition,
  name: byName,
  '-name': (left, right) => byName(right, left),
  createdAt: byAge,
  '-createdAt': (left, right) => byAge(right, left),
};
