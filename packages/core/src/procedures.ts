import { makeCategoryProcedures } from './catalogue/category-procedures.js';
import type { Router } from './kit/procedure.js';
import { makeOrdersProcedures } from './orders/orders-procedures.js';
import type { Services } from './services.js';

/** Every router outsiders may call, by name: one line per feature. Built when first asked for. */
export function makeProcedures(services: Services) {
  return {
    categories: () => makeCategoryProcedures(services.catalogue.categories, services.ids.uuid),
    orders: () => makeOrdersProcedures(services.orders, services.views.orders),
  } satisfies Record<string, () => Router>;
}
