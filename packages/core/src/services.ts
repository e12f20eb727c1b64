import { type CarteService, makeCarteService } from './carte/carte-service.js';
import { makeMenus } from './carte/menus.js';
import { type CatalogueService, makeCatalogueService } from './catalogue/catalogue-service.js';
import type { Clock } from './kit/clock.js';
import type { Crypto } from './kit/crypto.js';
import { type Housekeeping, makeHousekeeping } from './kit/housekeeping.js';
import { type Ids, makeIds } from './kit/ids.js';
import { makeSignals, type Signals } from './kit/signals.js';
import { makeOrdersService, type OrderLinks, type OrdersService } from './orders/orders-service.js';
import { makeSitesService, type SitesService } from './sites/sites-service.js';
import type { Persistence, Views } from './stores.js';

/** Everything a host can offer: one line per feature. */
export interface Services {
  readonly carte: CarteService;
  readonly catalogue: CatalogueService;
  readonly housekeeping: Housekeeping;
  readonly orders: OrdersService;
  readonly sites: SitesService;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signals: Signals;
  readonly views: Views;
}

export interface ServiceDeps {
  readonly persistence: Persistence;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly links: OrderLinks;
}

/** The core, wired: what every host calls, whatever is behind the ports. */
export function makeServices({ persistence, clock, crypto, links }: ServiceDeps): Services {
  const { transact, views } = persistence;
  const ids = makeIds(clock, crypto);
  const signals = makeSignals();
  const menus = makeMenus(views.sites, views.catalogue);
  return {
    carte: makeCarteService({ menus, pickupSlots: views.pickupSlots, clock }),
    catalogue: makeCatalogueService({ transact, signals }),
    housekeeping: makeHousekeeping({ transact, clock }),
    orders: makeOrdersService({
      transact,
      menus,
      orderViews: views.orders,
      siteViews: views.sites,
      clock,
      crypto,
      ids,
      links,
      signals,
    }),
    sites: makeSitesService({ transact, ids, signals }),
    clock,
    ids,
    signals,
    views,
  };
}
