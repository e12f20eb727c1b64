import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import { shortNumber } from '../kit/ids.js';
import type { NewOrder, Order, OrderLine, OrderStatus } from '../orders/order.js';
import { orderEvent } from '../orders/order-event.js';
import type { OrderStore } from '../orders/order-store.js';
import { moneyCentsOf } from '../settlement/order-invoices.js';
import type { LineInput } from './invoice-contract.js';
import type { Buyer } from './parties.js';
import type { InvoiceableOrder, InvoiceableOrders } from './ports.js';

/** Of orders that nobody is to pay. */
const NOT_BINDING: readonly OrderStatus[] = ['draft', 'rejected', 'cancelled'];

/** The order book of a transaction, to invoice from. */
export function makeInvoiceableOrders(orders: OrderStore, clock: Clock): InvoiceableOrders {
  return {
    async lock(scope, orderId) {
      let found: Order | undefined;
      // Changes nothing: the lock is what is wanted.
      await orders.change(scope, orderId, (order) => {
        found = order;
        return null;
      });
      if (found === undefined) throw new DomainError('unknown_order');
      return invoiceable(found);
    },
    async record(scope, orderId, invoiced, { id, kind, number, grossCents }) {
      await orders.change(scope, orderId, (before) => {
        const order = withInvoiced(before, invoiced);
        return { order, event: orderEvent(order, scope, clock.now(), { kind, data: { invoiceId: id, number, grossCents } }) };
      });
    },
  };
}

function withInvoiced<Kind extends Order>(order: Kind, invoiced: ReadonlyMap<string, number>): Kind {
  const lines = order.lines.map((line) => ({ ...line, invoiced: invoiced.get(line.id) ?? line.invoiced }));
  return { ...order, lines, version: order.version + 1 };
}

function invoiceable(order: Order): InvoiceableOrder {
  return {
    id: order.id,
    status: order.status,
    isBinding: !NOT_BINDING.includes(order.status),
    number: order.invoiceNumber ?? `${order.serviceDay} ${shortNumber(order.sequence)}`,
    moneyCents: moneyCentsOf(order),
    ...contentsToInvoice(order),
  };
}

/** Who an order is invoiced to, unless its client says it better, and what of. */
export function contentsToInvoice(order: Order | NewOrder): Pick<InvoiceableOrder, 'buyer' | 'lines'> {
  return { buyer: buyerOf(order), lines: order.lines.filter(({ quantity }) => quantity > 0).map(lineOf) };
}

function buyerOf({ clientId, customer, billingAddress }: Order | NewOrder): Buyer {
  const company = billingAddress?.company ?? null;
  return {
    clientId,
    name: company ?? billingAddress?.name ?? customer.name,
    isCompany: company !== null,
    address: billingAddress,
    vatNumber: null,
    registration: null,
    email: customer.email,
  };
}

function lineOf({ id, name, variant, options, quantity, unitPriceCents, discountCents, taxBasisPoints }: OrderLine): LineInput {
  return {
    name: variant === null ? name : `${name} – ${variant.name}`,
    description: options.length === 0 ? null : options.map((option) => option.name).join(', '),
    quantity,
    unit: 'C62',
    unitPriceCents,
    discountCents,
    taxBasisPoints,
    taxCategory: taxBasisPoints > 0 ? 'S' : 'E',
    orderLine: id,
  };
}
