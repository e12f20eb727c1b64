import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Persistence, Stores } from '@comptoir/core/stores.js';
import { aCategory, anEvent, anItem, anOrder, FIRST_PAGE, minutesAfter, NOON } from './builders.js';

export const CALL = { owner: 'site:1', route: 'POST /api/order', key: 'one', fingerprint: 'f'.repeat(64) };
export const RATE = { limit: 3, windowSecs: 60 };

/** One write through every store. */
export async function writeEverywhere(stores: Stores, scope: Scope): Promise<void> {
  const category = aCategory();
  await stores.sites.update(scope, { name: 'Autre nom' });
  await stores.settings.set(scope, 'footer', 'Merci');
  await stores.categories.create(scope, category);
  await stores.catalogue.createItem(scope, anItem({ categoryId: category.id }));
  await stores.idempotency.claim(scope, CALL, NOON);
  await stores.rateLimits.take(scope, 'orders', RATE, NOON);
  await stores.pickupSlots.claim(scope, NOON, null);
  await stores.orders.place(scope, anOrder(scope), anEvent('queued'));
  await stores.idempotency.remember(scope, CALL, { kind: 'done', result: 1 }, NOON);
}

/** Everything of an establishment that can be read. */
export async function faceOf({ transact, views }: Persistence, scope: Scope, slug: string): Promise<Record<string, unknown>> {
  const orders = await views.orders.list(scope, FIRST_PAGE);
  return {
    site: await views.sites.bySlug(slug),
    menu: await views.catalogue.menu(scope),
    taken: [...(await views.pickupSlots.taken(scope, NOON, minutesAfter(NOON, 60)))],
    orders,
    events: await Promise.all(orders.items.map(({ id }) => views.orders.events(scope, id))),
    ...(await transact(scope, async (stores) => ({
      categories: await stores.categories.list(scope, FIRST_PAGE),
      settings: [...(await stores.settings.list(scope))],
      remembered: await stores.idempotency.claim(scope, CALL, NOON),
      rate: await stores.rateLimits.peek(scope, 'orders', RATE, NOON),
    }))),
  };
}
