import { orderRecord, ordersQuery, stepInput } from '@comptoir/core/keyed/keyed-contract.js';
import type { KeyedCall, KeyedChange } from '@comptoir/core/keyed/keyed-service.js';
import { presentKeyedOrder } from '@comptoir/core/keyed/present-keyed.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { idSchema, parse } from '@comptoir/core/kit/validate.js';
import { PICKUP_STEP_NAMES, type PickupOrder, type PickupStep, pickupOf } from '@comptoir/core/orders/order.js';
import type { OrderViews } from '@comptoir/core/orders/order-views.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { HostState } from '../../kit/koa-app.js';
import { readJsonIfAny } from '../../kit/read-json.js';
import { orderPath } from '../../web/page-paths.js';
import type { KeyedGate } from './keyed-gate.js';

export interface KeyedOrderDeps {
  readonly orders: Pick<OrderViews, 'get' | 'listAfter'>;
  readonly publicUrl: string;
}

const ORDER = '/api/v1/orders/:id';

/** Online orders of the establishment: list them, look at one, take the next step. */
export function addKeyedOrderRoutes(router: Router<HostState>, gate: KeyedGate, { orders, publicUrl }: KeyedOrderDeps): void {
  const present = (order: PickupOrder, { site }: KeyedCall) =>
    presentKeyedOrder(order, `${publicUrl}${orderPath(site.slug, order.id, order.channel)}`);

  router.get(
    '/api/v1/orders',
    gate.open('read', async function listOrders(ctx, call) {
      const { items, nextCursor } = await orders.listAfter(call.scope, parse(ordersQuery, { ...ctx.query }));
      ctx.body = { ok: true, orders: items.map((order) => present(order, call)), nextCursor };
    }),
  );

  router.get(
    ORDER,
    gate.open('read', async function readOrder(ctx, call) {
      const order = await orders.get(call.scope, orderIdOf(ctx));
      if (order === null) throw new DomainError('unknown_order');
      ctx.body = { ok: true, order: present(pickupOf(order), call) };
    }),
  );

  for (const step of PICKUP_STEP_NAMES) {
    router.post(
      `${ORDER}/${step}`,
      gate.open('write', async function takeStep(ctx, call) {
        const body = await readJsonIfAny(ctx);
        ctx.body = { ok: true, order: await gate.post(ctx, call, stepOf(call, orderIdOf(ctx), step), body) };
      }),
    );
  }

  function stepOf(call: KeyedCall, id: string, step: PickupStep): KeyedChange<typeof stepInput, typeof orderRecord> {
    return {
      action: `keyed.${step}Order`,
      route: `POST /api/v1/orders/${id}/${step}`,
      input: stepInput,
      result: orderRecord,
      subjectOf: (order) => order.id,
      run: async (services, { reason }) => present(await services.orders.step(call.scope, id, step, reason ?? null), call),
    };
  }
}

/** What is no id is the id of nothing. */
function orderIdOf(ctx: Context & { params: Record<string, string> }): string {
  const id = idSchema.safeParse(ctx.params.id);
  if (!id.success) throw new DomainError('unknown_order');
  return id.data;
}
