import { categoriesRouter } from './catalogue/categories-procedures.js';
import { authRouter } from './identity/auth-procedures.js';
import { profileRouter } from './identity/profile-procedures.js';
import { sessionsRouter } from './identity/sessions-procedures.js';
import type { Routers } from './kit/registry.js';
import { ordersRouter } from './orders/orders-procedures.js';

/** Every router outsiders may call, by name: one line per feature. Built when first asked for. */
export const ROUTERS = {
  auth: authRouter,
  categories: categoriesRouter,
  orders: ordersRouter,
  profile: profileRouter,
  sessions: sessionsRouter,
} satisfies Routers;
