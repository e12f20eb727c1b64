import { AT_PICKUP, type Order, type OrderLine, type OrderPayment } from '@comptoir/core/orders/order.js';
import type { Selectable } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import type { OrderTable } from './order-tables.js';

/** The lines of several orders of one tenant in their order, by order id. */
export async function readLines(
  db: Handle,
  orders: readonly { readonly tenant_id: string; readonly id: string }[],
): Promise<Map<string, OrderLine[]>> {
  const lines = new Map<string, OrderLine[]>();
  const [first] = orders;
  if (first === undefined) return lines;
  const ids = orders.map(({ id }) => id);
  const rows = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('tenant_id', '=', first.tenant_id)
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute();
  for (const { order_id: orderId, name, variant, options, quantity, note, ...row } of rows) {
    const group = lines.get(orderId) ?? [];
    group.push({
      name,
      variant,
      options,
      quantity,
      note,
      itemId: row.item_id,
      unitPriceCents: row.unit_price_cents,
      totalCents: row.total_cents,
      taxBasisPoints: row.tax_basis_points,
    });
    lines.set(orderId, group);
  }
  return lines;
}

export function orderOf(row: Selectable<OrderTable>, lines: readonly OrderLine[]): Order {
  const { id, channel, sequence, status, note, dropped, currency, version } = row;
  return {
    id,
    channel,
    sequence,
    status,
    note,
    dropped,
    currency,
    version,
    lines,
    tenantId: row.tenant_id,
    siteId: row.site_id,
    serviceDay: row.service_day,
    placedAt: row.placed_at,
    pickupAt: row.pickup_at,
    customer: { name: row.customer_name, phone: row.customer_phone, email: row.customer_email },
    totalCents: row.total_cents,
    payment: paymentIn(row),
  };
}

/** Only what is paid by card has a status. */
function paymentIn({ payment_status: status }: Pick<Selectable<OrderTable>, 'payment_status'>): OrderPayment {
  return status === null ? AT_PICKUP : { method: 'card', status };
}
