import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { type CallContext, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import type { Order } from '../orders/order.js';

/** What names an order. */
export const orderInput = z.object({ id: idSchema.meta({ description: 'Of the order.' }) });

/** The order of the establishment. Throws `unknown_order`. */
export async function orderIn(context: CallContext, id: string): Promise<Order> {
  const order = await context.services.views.orders.get(siteScopeOf(context), id);
  if (order === null) throw new DomainError('unknown_order');
  return order;
}
