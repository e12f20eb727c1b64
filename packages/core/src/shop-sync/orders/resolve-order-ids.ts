import type { Scope } from '../../kit/scope.js';
import type { Views } from '../../stores.js';

/** What an event of the shop calls an order, and what it is. */
export interface ResolvedOrder {
  /** As it was given: our id, or that of the shop. */
  readonly given: string;
  /** Null: it is not here. */
  readonly orderId: string | null;
  /** What the shop is asked for; null: the order is none of the shop. */
  readonly externalId: string | null;
}

/** Events name an order that is known by our id, and any other by that of the shop (interfaces D); both are resolved, in the order given. */
export async function resolveOrderIds(
  { orders }: Pick<Views, 'orders'>,
  scope: Scope,
  given: readonly string[],
): Promise<readonly ResolvedOrder[]> {
  const found = await orders.named(scope, [...new Set(given)]);
  const byId = new Map(found.map((order) => [order.id, order]));
  const byNumber = new Map(found.flatMap((order) => (order.invoiceNumber === null ? [] : [[order.invoiceNumber, order] as const])));
  return given.map((name) => {
    const order = byId.get(name) ?? byNumber.get(name);
    if (order === undefined) return { given: name, orderId: null, externalId: name };
    return { given: name, orderId: order.id, externalId: order.invoiceNumber };
  });
}
