import { z } from 'zod';
import { EMAIL_MAX } from '../identity/email.js';
import { idSchema, instantSchema, personText, slugSchema } from '../kit/validate.js';
import { PAYMENT_METHODS, PAYMENT_MINUTES, PAYMENT_STATUSES } from '../payments/payment.js';
import { PICKUP_STATUSES } from './order.js';

/** Accepted orders per establishment (interfaces, "Limits"). */
export const ORDER_RATE = { limit: 60, windowSecs: 600 } as const;

const ITEM_EXAMPLE = { examples: ['galette-complete'] };
const itemId = idSchema.meta(ITEM_EXAMPLE);

/** The body of `POST /api/order` (decisions §3). Whatever else it holds, such as prices, is ignored. */
export const orderInputSchema = z.object({
  slug: slugSchema,
  items: z
    .array(
      z.object({
        id: itemId,
        quantity: z.int().min(1).max(99).default(1),
        variantId: idSchema.nullish(),
        optionIds: z.array(idSchema).max(200).nullish(),
        note: personText(0, 200).nullish(),
      }),
    )
    .min(1)
    .max(100),
  customer: z.object({
    name: personText(1, 80),
    phone: personText(0, 40).nullish(),
    email: z.union([z.literal(''), z.email().max(EMAIL_MAX)]).nullish(),
  }),
  pickupAt: instantSchema.nullish(),
  note: personText(0, 500, { multiline: true }).nullish(),
});

/** The body of `POST /api/boutique/order`: the same, and how it is to be paid. Left out, it is paid at pickup. */
export const shopOrderInputSchema = orderInputSchema.extend({
  payment: z.enum(PAYMENT_METHODS).optional().meta({ description: 'What is offered, `/api/boutique/window` tells as `payments`.' }),
});

/** Of either channel; a takeaway order says nothing of payment. */
export type OrderInput = z.output<typeof orderInputSchema> & Pick<z.output<typeof shopOrderInputSchema>, 'payment'>;

/** The order as guests and the establishment's tools see it (`PlacedOrder`, decisions §3). Prices are euros. */
export const placedOrderSchema = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(PICKUP_STATUSES),
  placedAt: z.string(),
  pickupAt: z.string(),
  items: z.array(
    z.object({
      id: z.string().meta(ITEM_EXAMPLE),
      name: z.string(),
      variant: z.object({ id: z.string(), name: z.string() }).nullable(),
      options: z.array(z.object({ id: z.string(), name: z.string(), price: z.number() })),
      quantity: z.int(),
      unitPrice: z.number(),
      total: z.number(),
      note: z.string().nullable(),
    }),
  ),
  dropped: z.array(z.string()).meta({ description: 'The ids that could not be ordered.', examples: [[]] }),
  total: z.number(),
  currency: z.string(),
  payment: z.enum(PAYMENT_METHODS).meta({ description: 'Takeaway orders are always paid at pickup.', examples: ['at_pickup'] }),
  paymentStatus: z.enum(PAYMENT_STATUSES).optional().meta({ description: 'Of an order that is paid by card.' }),
  payUrl: z
    .string()
    .optional()
    .meta({
      description: `Of an order that waits for a payment by card: where it is paid, within ${PAYMENT_MINUTES} minutes. Send the guest there.`,
    }),
  trackingUrl: z.string(),
});

export type PlacedOrder = z.output<typeof placedOrderSchema>;
