import { z } from 'zod';
import { shortNumber } from '../kit/ids.js';
import { postalAddress } from '../kit/postal-address.js';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../payments/payment.js';
import { CHANNELS, LINE_KINDS, ORDER_STATUSES, type Order, PRIORITIES } from './order.js';
import { PAYMENT_STATES, paymentStateOf } from './payment-state.js';

const text = z.string();
const cents = z.int();

const lineRecord = z.object({
  id: text,
  kind: z.enum(LINE_KINDS),
  itemId: text.nullable(),
  name: text,
  variant: z.object({ id: text, name: text }).nullable(),
  options: z.array(z.object({ id: text, name: text, priceCents: cents })),
  quantity: z.int(),
  unitPriceCents: cents,
  discountCents: cents,
  totalCents: cents,
  taxBasisPoints: z.int(),
  note: text.nullable(),
  externalKey: text.nullable(),
  fulfilled: z.int(),
  returned: z.int(),
  invoiced: z.int(),
});

const discountRecord = z.object({
  id: text,
  kind: z.enum(['percent', 'amount', 'free_shipping']),
  value: z.int(),
  label: text,
  coupon: z.object({ id: text, code: text }).nullable(),
  lineId: text.nullable(),
  amountCents: cents,
});

/** The order as the platform answers it: whole cents and dates. */
export const orderRecord = z.object({
  id: text,
  number: text,
  channel: z.enum(CHANNELS),
  serviceDay: text,
  status: z.enum(ORDER_STATUSES),
  placedAt: z.date(),
  pickupAt: z.date().nullable().meta({ description: 'Null for an order that is sent.' }),
  clientId: text.nullable(),
  customer: z.object({ name: text, phone: text.nullable(), email: text.nullable() }),
  billingAddress: postalAddress.nullable(),
  deliveryAddress: postalAddress.nullable(),
  note: text.nullable(),
  lines: z.array(lineRecord),
  discounts: z.array(discountRecord),
  totalCents: cents,
  paidCents: cents,
  refundedCents: cents,
  currency: text,
  payment: z.object({ method: z.enum(PAYMENT_METHODS), status: z.enum(PAYMENT_STATUSES).nullable() }),
  assignedTo: text.nullable(),
  priority: z.enum(PRIORITIES),
  invoiceNumber: text.nullable(),
  invoiceStatus: text.nullable(),
  customInputs: z.record(text, z.unknown()),
  paymentState: z.enum(PAYMENT_STATES).meta({ description: 'What was paid of it so far, whichever way.' }),
  sealedAt: z.date().nullable(),
  version: z.int(),
});

type OrderRecord = z.input<typeof orderRecord>;

/** The order for that record. */
export function recordOf(order: Order): OrderRecord {
  const { lines, discounts, customInputs, ...rest } = order;
  return {
    ...rest,
    number: shortNumber(order.sequence),
    lines: lines.map((line) => ({ ...line, options: [...line.options] })),
    discounts: [...discounts],
    paymentState: paymentStateOf(order),
    customInputs: { ...customInputs },
  };
}
