import { NOBODY } from '../clients/client.js';
import type { HolderWork, PersonalDataHolder } from '../clients/personal-data.js';
import type { Scope } from '../kit/scope.js';
import { isPickup, isTicketing, type Order } from './order.js';
import { orderEvent } from './order-event.js';

/** What the order book keeps of clients: whose an order is, and a snapshot of who they were. */
export const clientOrders: PersonalDataHolder = {
  name: 'orders',

  async tell(views, scope, { id, email }) {
    const ids = await views.clients.orderIds(scope, id, email);
    return Promise.all(
      ids.map(async (orderId) => ({ ...(await views.orders.get(scope, orderId)), history: await views.orders.events(scope, orderId) })),
    );
  },

  async forget(work, scope, { id, email }) {
    for (const orderId of await work.views.clients.orderIds(scope, id, email)) {
      await change(work, scope, orderId, { kind: 'anonymized', decide: withoutCustomer });
      await work.stores.orders.forgetReasons(scope, orderId);
    }
  },

  async move(work, scope, from, into) {
    for (const orderId of await work.views.clients.orderIds(scope, from.id, null)) {
      await change(work, scope, orderId, { kind: 'client', decide: (order) => ({ ...order, clientId: into.id }) });
    }
  },
};

interface OrderWork {
  /** As `OrderEvent.kind`. */
  readonly kind: string;
  readonly decide: (order: Order) => Order;
}

async function change({ stores, now }: HolderWork, scope: Scope, orderId: string, { kind, decide }: OrderWork): Promise<void> {
  await stores.orders.change(scope, orderId, (before) => {
    const order = { ...decide(before), version: before.version + 1 };
    return { order, event: orderEvent(order, scope, now, { kind, data: { clientId: order.clientId } }) };
  });
}

/** The order as it was sold, without anything that tells to whom. */
function withoutCustomer(order: Order): Order {
  const nobody = {
    customer: { name: NOBODY, phone: null, email: null },
    billingAddress: null,
    deliveryAddress: null,
    note: null,
    customInputs: {},
  };
  // Written thrice because a copy of a kind of order is of that kind only where the compiler knows which.
  if (isPickup(order)) return { ...order, ...nobody, lines: order.lines.map((line) => ({ ...line, note: null })) };
  if (isTicketing(order)) return { ...order, ...nobody, lines: order.lines.map((line) => ({ ...line, note: null })) };
  return { ...order, ...nobody, lines: order.lines.map((line) => ({ ...line, note: null })) };
}
