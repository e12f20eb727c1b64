import type {
  FulfilmentOrder,
  GuestOrder,
  Order,
  OrderLine,
  OrderPayment,
  PickupLine,
  PickupOrder,
  TicketingOrder,
  TicketLine,
} from '@comptoir/core/orders/order.js';
import {
  AT_PICKUP,
  FULFILMENT_CHANNELS,
  FULFILMENT_STATUSES,
  PICKUP_CHANNELS,
  PICKUP_STATUSES,
  TICKETING_STATUSES,
} from '@comptoir/core/orders/order.js';
import { orderWords } from '@comptoir/core/orders/order-words.js';
import { type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { json, jsonText } from '../kit/json.js';
import type { OrderLineTable, OrderTable } from './order-tables.js';

/** The lines of several orders of one tenant in their order, by order id. */
export async function readLines(
  db: Handle,
  orders: readonly { readonly tenant_id: string; readonly id: string }[],
): Promise<Map<string, OrderLine[]>> {
  const lines = new Map<string, OrderLine[]>();
  const [first] = orders;
  if (first === undefined) return lines;
  // Order by order: as one list the ids would be compared with every line of a tenant that is new to the statistics.
  const { rows } = await sql<Selectable<OrderLineTable>>`
    select line.* from jsonb_array_elements_text(${jsonText(orders.map(({ id }) => id))}::jsonb) as wanted (id)
    cross join lateral (select * from order_lines where tenant_id = ${first.tenant_id}::uuid and order_id = wanted.id offset 0) as line
    order by line.position`.execute(db);
  for (const row of rows) {
    const group = lines.get(row.order_id) ?? [];
    group.push(lineOf(row));
    lines.set(row.order_id, group);
  }
  return lines;
}

function lineOf(row: Selectable<OrderLineTable>): OrderLine {
  const { id, kind, name, variant, options, quantity, note, fulfilled, returned, invoiced } = row;
  return {
    id,
    kind,
    name,
    variant,
    options,
    quantity,
    note,
    fulfilled,
    returned,
    invoiced,
    itemId: row.item_id,
    unitPriceCents: row.unit_price_cents,
    discountCents: row.discount_cents,
    totalCents: row.total_cents,
    taxBasisPoints: row.tax_basis_points,
    externalKey: row.external_key,
  };
}

/** The order in its row and lines. Which kind it is, the database has checked: a row that is neither is a fault. */
export function orderOf(row: Selectable<OrderTable>, lines: readonly OrderLine[]): Order {
  return guestOrderIn(row, lines) ?? fulfilmentIn(row, lines);
}

/** The order of a row that is one of the public; null for any other. */
export function guestOrderIn(row: Selectable<OrderTable>, lines: readonly OrderLine[]): GuestOrder | null {
  return pickupIn(row, lines) ?? ticketingIn(row, lines);
}

/** The order of a row that is picked up; null for any other. */
export function pickupIn(row: Selectable<OrderTable>, lines: readonly OrderLine[]): PickupOrder | null {
  const [channel, status] = [oneOf(PICKUP_CHANNELS, row.channel), oneOf(PICKUP_STATUSES, row.status)];
  if (channel === undefined || status === undefined || row.pickup_at === null) return null;
  return { ...partsOf(row), channel, status, pickupAt: row.pickup_at, lines: lines.filter(isOfCatalogue) };
}

/** The order of a row that is a booking of tickets; null for any other. */
export function ticketingIn(row: Selectable<OrderTable>, lines: readonly OrderLine[]): TicketingOrder | null {
  const status = oneOf(TICKETING_STATUSES, row.status);
  if (row.channel !== 'ticketing' || status === undefined) return null;
  return { ...partsOf(row), channel: 'ticketing', status, pickupAt: null, lines: lines.filter(isTicketLine) };
}

function fulfilmentIn(row: Selectable<OrderTable>, lines: readonly OrderLine[]): FulfilmentOrder {
  const [channel, status] = [oneOf(FULFILMENT_CHANNELS, row.channel), oneOf(FULFILMENT_STATUSES, row.status)];
  if (channel === undefined || status === undefined) throw new Error(`An order of channel ${row.channel} is ${row.status}.`);
  return { ...partsOf(row), channel, status, pickupAt: null, lines };
}

function oneOf<Name extends string>(names: readonly Name[], name: string): Name | undefined {
  return names.find((one) => one === name);
}

function isOfCatalogue(line: OrderLine): line is PickupLine {
  return line.itemId !== null;
}

function isTicketLine(line: OrderLine): line is TicketLine {
  return line.kind === 'ticket' && line.variant !== null;
}

/** What orders of every kind have. */
function partsOf(row: Selectable<OrderTable>) {
  const { id, sequence, note, dropped, currency, version, discounts, priority } = row;
  return {
    id,
    sequence,
    note,
    dropped,
    currency,
    version,
    discounts,
    priority,
    tenantId: row.tenant_id,
    siteId: row.site_id,
    serviceDay: row.service_day,
    placedAt: row.placed_at,
    customer: { name: row.customer_name, phone: row.customer_phone, email: row.customer_email },
    totalCents: row.total_cents,
    payment: paymentIn(row),
    clientId: row.client_id,
    billingAddress: row.billing_address,
    deliveryAddress: row.delivery_address,
    assignedTo: row.assigned_to,
    invoiceNumber: row.invoice_number,
    invoiceStatus: row.invoice_status,
    customInputs: row.custom_inputs,
    sealedAt: row.sealed_at,
    paidCents: row.paid_cents,
    refundedCents: row.refunded_cents,
  };
}

/** Only what is paid by card has a status. */
function paymentIn({ payment_status: status }: Pick<Selectable<OrderTable>, 'payment_status'>): OrderPayment {
  return status === null ? AT_PICKUP : { method: 'card', status };
}

/** The columns of an order that may change, besides its status, payment and version. */
export function officeRow(order: Order) {
  return {
    customer_name: order.customer.name,
    customer_phone: order.customer.phone,
    customer_email: order.customer.email,
    note: order.note,
    total_cents: order.totalCents,
    client_id: order.clientId,
    billing_address: json(order.billingAddress),
    delivery_address: json(order.deliveryAddress),
    discounts: json(order.discounts),
    assigned_to: order.assignedTo,
    priority: order.priority,
    invoice_number: order.invoiceNumber,
    invoice_status: order.invoiceStatus,
    custom_inputs: json(order.customInputs),
    sealed_at: order.sealedAt,
    paid_cents: order.paidCents,
    refunded_cents: order.refundedCents,
    search_words: [...orderWords(order)],
  };
}

export function lineRow(line: OrderLine, position: number) {
  const { id, kind, name, variant, options, quantity, note, fulfilled, returned, invoiced } = line;
  return {
    position,
    id,
    kind,
    name,
    variant,
    options,
    quantity,
    note,
    fulfilled,
    returned,
    invoiced,
    item_id: line.itemId,
    unit_price_cents: line.unitPriceCents,
    discount_cents: line.discountCents,
    total_cents: line.totalCents,
    tax_basis_points: line.taxBasisPoints,
    external_key: line.externalKey,
  };
}
