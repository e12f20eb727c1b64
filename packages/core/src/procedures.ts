import { categoriesRouter } from './catalogue/categories-procedures.js';
import type { Routers } from './kit/registry.js';
import { ordersRouter } from './orders/orders-procedures.js';

/** Every router outsiders may call, by name: one line per feature. Built when first asked for. */
export const ROUTERS = {
  categories: categoriesRouter,
  orders: ordersRouter,
} satisfies Routers;
