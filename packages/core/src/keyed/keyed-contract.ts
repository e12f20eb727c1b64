import { z } from 'zod';
import { KEY_RIGHTS } from '../api-keys/api-key.js';
import { carteSchema } from '../carte/carte-contract.js';
import { cursorInput } from '../kit/page.js';
import { personText } from '../kit/validate.js';
import { PICKUP_STATUSES } from '../orders/order.js';
import { placedOrderSchema } from '../orders/order-contract.js';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../payments/payment.js';
import { FEATURES } from '../sites/site.js';
import { itemRecord } from './item-contract.js';

/** What the keyed API answers (interfaces A, decisions §4). Money is euros with at most two decimals, instants ISO 8601. */

/** Calls per key (interfaces, "Limits"). */
export const KEYED_RATE = { limit: 120, windowSecs: 60 } as const;

/** Calls per reader of a gate: ten people a second, and what it reads besides. */
export const DEVICE_RATE = { limit: 600, windowSecs: 60 } as const;

const text = z.string();
const ok = z.literal(true);

/** `Shop`: the establishment the key belongs to, in the fields that its public menu has too. */
export const shopRecord = carteSchema
  .pick({
    slug: true,
    name: true,
    trade: true,
    description: true,
    address: true,
    phone: true,
    website: true,
    currency: true,
    timezone: true,
    languages: true,
    hours: true,
    exceptions: true,
  })
  .extend({ id: text.meta({ examples: ['0196a3de-4f1c-7c11-8e02-51d7a9c3b6e2'] }) });

export type ShopRecord = z.output<typeof shopRecord>;

/** The key the call was made with. */
export const keyDescriptor = z.object({
  id: text.meta({ examples: ['4fJ8sQ2mWz7L'] }),
  name: text.meta({ examples: ['Site web'] }),
  scope: z.enum(KEY_RIGHTS).meta({ examples: ['write'] }),
});

export const categoryRecord = carteSchema.shape.categories.element;

/** What is there of a unit whose stock is kept. */
export const stockEntry = z.object({
  key: text.nullable().meta({ description: 'What an online shop calls it; null where none knows it.', examples: ['PS-1042'] }),
  itemId: text,
  variantId: text.nullable(),
  name: text,
  quantity: z.int().meta({ description: 'Below zero when more was taken than the till knew of.', examples: [12] }),
  updatedAt: z.iso.datetime(),
});

export type StockEntry = z.output<typeof stockEntry>;

/** An online order as the establishment sees it. */
export const orderRecord = placedOrderSchema.omit({ paymentStatus: true, payUrl: true }).extend({
  payment: z.object({
    method: z.enum(PAYMENT_METHODS),
    status: z
      .enum(PAYMENT_STATUSES)
      .nullable()
      .meta({ description: 'Null where the order is paid at pickup.', examples: [null] }),
  }),
  customer: z.object({ name: text, phone: text.nullable(), email: text.nullable() }),
  note: text.nullable(),
});

export type OrderRecord = z.output<typeof orderRecord>;

export const shopAnswer = z.object({ ok, shop: shopRecord, features: z.record(z.enum(FEATURES), z.boolean()), key: keyDescriptor });
export const catalogueAnswer = z.object({ ok, categories: z.array(categoryRecord), items: z.array(itemRecord) });

export type CatalogueAnswer = z.output<typeof catalogueAnswer>;

export const itemAnswer = z.object({ ok, item: itemRecord });
export const deletedAnswer = z.object({ ok, deleted: text.meta({ description: 'The id.', examples: ['galette-complete'] }) });
export const stockAnswer = z.object({ ok, items: z.array(stockEntry) });
export const orderAnswer = z.object({ ok, order: orderRecord });
export const ordersAnswer = z.object({
  ok,
  orders: z.array(orderRecord),
  nextCursor: text.nullable().meta({ description: 'Null: there are no more.', examples: [null] }),
});

/** Which orders a list is of. */
export const ordersQuery = cursorInput.extend({ status: z.enum(PICKUP_STATUSES).optional() });

/** What may go with a step of an order; the guest can be told the reason. */
export const stepInput = z.strictObject({ reason: personText(1, 200).optional() });
