import { z } from 'zod';
import { EMAIL_MAX } from '../identity/email.js';
import { pageInput } from '../kit/page.js';
import { postalAddress } from '../kit/postal-address.js';
import { personal } from '../kit/secret.js';
import { idSchema, instantInput, personText, uniqueBy } from '../kit/validate.js';
import type { OrderDraft } from './begin-order.js';
import { CHANNELS, ORDER_STATUSES, PRIORITIES } from './order.js';
import { ORDER_SORTS } from './order-filter.js';
import { PAYMENT_STATES } from './payment-state.js';

const QUANTITY_MAX = 9999;
const CENTS_MAX = 100_000_000;
/** As much as an integration keeps with an order, as JSON. */
const CUSTOM_INPUTS_MAX = 10_000;

export const lineQuantity = z.int().min(1).max(QUANTITY_MAX);
export const priceInput = z.int().min(0).max(CENTS_MAX);
const taxBasisPoints = z.int().min(0).max(10_000);
export const lineNote = personal(personText(1, 200));
export const orderNote = personal(personText(1, 500, { multiline: true }));

/** Something of the catalogue. `unitPriceCents` replaces its price, and needs the permission `orders:discount`. */
export const wantedItem = z.object({
  productId: idSchema,
  variantId: idSchema.nullable().default(null),
  quantity: lineQuantity.default(1),
  optionIds: z.array(idSchema).max(200).default([]),
  note: lineNote.nullable().default(null),
  unitPriceCents: priceInput.nullable().default(null),
});

export const typedLine = z.object({
  name: personText(1, 200),
  quantity: lineQuantity.default(1),
  unitPriceCents: priceInput,
  taxBasisPoints,
  note: lineNote.nullable().default(null),
});

export const carriage = z.object({ name: personText(1, 120), priceCents: priceInput, taxBasisPoints });

const customer = personal(
  z.object({
    name: personText(1, 120),
    phone: personText(1, 40).nullable().default(null),
    email: z.email().max(EMAIL_MAX).nullable().default(null),
  }),
);

/** Where the client of an order is billed or delivered to; null: nowhere. */
export const addressInput = personal(postalAddress.nullable());

export const couponCode = personText(1, 60);

/** Fields of integrations: any JSON of moderate size. */
export const customInputs = personal(
  z
    .record(z.string().min(1).max(64), z.unknown())
    .refine(isSmallJson, `Only what JSON can hold, in at most ${CUSTOM_INPUTS_MAX} characters`),
);

function isSmallJson(inputs: unknown): boolean {
  return z.json().safeParse(inputs).success && JSON.stringify(inputs).length <= CUSTOM_INPUTS_MAX;
}

export const invoiceNumber = personText(1, 64);

/** An order as somebody writes it down (decisions §6, `orders.createDraft`). */
export const newOrder = z.object({
  siteId: idSchema.optional(),
  clientId: idSchema.nullish(),
  items: z.array(wantedItem).max(200).default([]),
  customLines: z.array(typedLine).max(50).default([]),
  shipping: carriage.nullable().default(null),
  customer: customer.optional(),
  billingAddress: addressInput.optional(),
  deliveryAddress: addressInput.optional(),
  couponCode: couponCode.nullable().default(null),
  note: orderNote.nullable().default(null),
  priority: z.enum(PRIORITIES).default('normal'),
  assignedTo: idSchema.nullable().default(null),
  invoiceNumber: invoiceNumber.nullable().default(null),
  customInputs: customInputs.default({}),
});

/** The order of that input. */
export function draftOf({ clientId, customer: given, billingAddress, deliveryAddress, ...rest }: z.output<typeof newOrder>): OrderDraft {
  return { ...rest, clientId: clientId ?? null, customer: given, billingAddress, deliveryAddress };
}

/** The fields that orders are filtered by in every list of them. */
export const orderConditions = {
  search: pageInput.shape.search,
  status: z.enum(ORDER_STATUSES).optional(),
  statuses: z.array(z.enum(ORDER_STATUSES)).max(ORDER_STATUSES.length).optional(),
  channel: z.enum(CHANNELS).optional(),
  clientId: idSchema.optional(),
  placedFrom: instantInput.optional(),
  placedTo: instantInput.optional().meta({ description: 'Not included.' }),
  assignedTo: idSchema.nullable().optional().meta({ description: 'Null: orders of nobody.' }),
  priority: z.enum(PRIORITIES).optional(),
  paymentState: z.enum(PAYMENT_STATES).optional(),
  unsealed: z.boolean().optional().meta({ description: 'True: goods are promised to it and not handed over.' }),
};

export const orderList = pageInput.extend({ ...orderConditions, sort: z.enum(ORDER_SORTS).optional() }).prefault({});

export const lineParts = z
  .array(z.object({ lineId: idSchema, quantity: lineQuantity }))
  .min(1)
  .max(300);

/** Several orders, each once. */
export function orderIds(max: number) {
  return z
    .array(idSchema)
    .min(1)
    .max(max)
    .refine(
      uniqueBy((id: string) => id),
      'An order is named twice',
    );
}
