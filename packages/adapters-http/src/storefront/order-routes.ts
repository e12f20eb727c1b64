import { setMaxListeners } from 'node:events';
import { parse } from '@comptoir/core/kit/validate.js';
import { PICKUP_CHANNELS, type PickupChannel } from '@comptoir/core/orders/order.js';
import { orderInputSchema, shopOrderInputSchema } from '@comptoir/core/orders/order-contract.js';
import type { OrdersService } from '@comptoir/core/orders/orders-service.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { idempotencyKeyOf } from '../kit/idempotency-key.js';
import type { HostState } from '../kit/koa-app.js';
import { setRateHeaders } from '../kit/rate-headers.js';
import { readJson } from '../kit/read-json.js';
import { streamOrderEvents } from './order-events.js';
import type { OrderFeed } from './order-feed.js';
import { refuseForeignOrigin } from './order-guards.js';

export interface OrderRouteDeps {
  readonly orders: OrdersService;
  readonly feed: OrderFeed;
  readonly publicUrl: string;
  /** Aborted when the server stops: live streams end. */
  readonly stopping: AbortSignal;
}

/** Where the orders of each channel are placed. */
const ORDER_PATHS = { takeaway: '/api/order', boutique: '/api/boutique/order' } as const satisfies Record<PickupChannel, string>;
const ORDER_INPUTS = { takeaway: orderInputSchema, boutique: shopOrderInputSchema } as const satisfies Record<PickupChannel, unknown>;

/** Orders of the public that are picked up (interfaces A, decisions §3): place one, look at it, follow it. Not open to other sites' pages. */
export function addOrderRoutes(router: Router<HostState>, { orders, feed, publicUrl, stopping }: OrderRouteDeps): void {
  const sameOriginOnly = refuseForeignOrigin(publicUrl);
  // Every live stream listens; beyond ten Node would take that for a leak and say so. The feed limits how many there are.
  setMaxListeners(0, stopping);

  for (const channel of PICKUP_CHANNELS) {
    router.post(ORDER_PATHS[channel], sameOriginOnly, async function placeOrder(ctx) {
      const idempotencyKey = idempotencyKeyOf(ctx);
      const input = parse(ORDER_INPUTS[channel], await readJson(ctx));
      const { order, replayed, rate } = await orders.place(input, idempotencyKey, channel);
      if (rate !== null) setRateHeaders(ctx, rate);
      if (replayed) ctx.set('Idempotent-Replayed', 'true');
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { ok: true, order };
    });
  }

  router.get('/api/order/:id', sameOriginOnly, async function sendOrder(ctx) {
    const { placed } = await orders.find(idOf(ctx));
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true, order: placed };
  });

  router.get('/api/order/:id/events', sameOriginOnly, async function followOrder(ctx) {
    const { order } = await orders.find(idOf(ctx));
    streamOrderEvents(ctx, order, feed, stopping);
  });
}

function idOf(ctx: Context & { params: Record<string, string> }): string {
  return ctx.params.id ?? '';
}
