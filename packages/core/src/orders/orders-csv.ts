import { withoutFormula, writeCsv } from '../kit/csv.js';
import { shortNumber } from '../kit/ids.js';
import { sumCents } from '../kit/money.js';
import type { Order } from './order.js';
import { paymentStateOf } from './payment-state.js';

/** What a line of the table says of an order, by heading. Amounts with two decimals. */
const CELLS = {
  id: ({ id }) => id,
  number: ({ sequence }) => shortNumber(sequence),
  serviceDay: ({ serviceDay }) => serviceDay,
  placedAt: ({ placedAt }) => placedAt.toISOString(),
  channel: ({ channel }) => channel,
  status: ({ status }) => status,
  priority: ({ priority }) => priority,
  clientId: ({ clientId }) => clientId ?? '',
  customer: ({ customer }) => customer.name,
  email: ({ customer }) => customer.email ?? '',
  phone: ({ customer }) => customer.phone ?? '',
  pieces: ({ lines }) => `${sumCents(lines.filter(({ kind }) => kind !== 'shipping').map(({ quantity }) => quantity))}`,
  discount: ({ lines }) => euros(sumCents(lines.map(({ discountCents }) => discountCents))),
  total: ({ totalCents }) => euros(totalCents),
  paid: ({ paidCents }) => euros(paidCents),
  refunded: ({ refundedCents }) => euros(refundedCents),
  currency: ({ currency }) => currency,
  paymentState: (order) => paymentStateOf(order),
  invoiceNumber: ({ invoiceNumber }) => invoiceNumber ?? '',
  sealedAt: ({ sealedAt }) => sealedAt?.toISOString() ?? '',
} satisfies Record<string, (order: Order) => string>;

export const ORDER_COLUMNS = Object.keys(CELLS);

/** Orders as CSV, with a line of headings. */
export function ordersCsv(orders: readonly Order[]): string {
  const lines = orders.map((order) => Object.values(CELLS).map((cellOf) => withoutFormula(cellOf(order))));
  return writeCsv([ORDER_COLUMNS, ...lines]);
}

function euros(cents: number): string {
  return (cents / 100).toFixed(2);
}
