import { z } from 'zod';
import { postalAddress } from '../kit/postal-address.js';
import { personal } from '../kit/secret.js';
import { idSchema, instantInput, personText, uniqueBy } from '../kit/validate.js';
import { LINES_MAX } from '../orders/draft-contents.js';
import { CONDITIONS, type GoodsReturn, RETURN_STATES } from './goods-return.js';
import { MONEY_SOURCES } from './listed-payment.js';
import { PARCEL_STATES, PARCEL_STEPS, type Parcel, type ParcelStep } from './parcel.js';
import { RECORDED_METHODS, RECORDED_STATUSES } from './recorded-payment.js';
import { parcelPageOf } from './tracking-url.js';

/** What staff sends and sees of the money and the goods of orders. Money is whole cents. */

const AMOUNT_MAX = 1_000_000_000_00;
const QUANTITY_MAX = 1_000_000;

const text = z.string();
const cents = z.int();
const amount = z.int().min(1).max(AMOUNT_MAX);
const reference = personText(1, 120).nullable();
const note = personal(personText(1, 500, { multiline: true }).nullable());
export const reasonText = personal(personText(1, 200).nullable());

export const newPaymentFields = {
  method: z.enum(RECORDED_METHODS),
  amountCents: amount,
  captured: z.boolean().default(true).meta({ description: 'False: the money is only promised, to be captured or voided later.' }),
  reference: reference.default(null),
  note: note.default(null),
  receivedAt: instantInput.nullable().default(null).meta({ description: 'When it came; now, unless told. Not in the future.' }),
};

export const refundFields = {
  amountCents: amount.nullable().default(null).meta({ description: 'Null: all that was paid and is still there.' }),
  method: z.enum(RECORDED_METHODS).nullable().default(null).meta({ description: 'Null: as it was paid.' }),
  returnId: idSchema.nullable().default(null).meta({ description: 'The return it is for: what goes back for it is not due again.' }),
  reason: reasonText.default(null),
  reference: reference.default(null),
};

const goodsLine = z.object({ lineId: idSchema, quantity: z.int().min(1).max(QUANTITY_MAX) });
const returnedLine = goodsLine.extend({ condition: z.enum(CONDITIONS).default('sellable') });

export const goodsLines = z
  .array(goodsLine)
  .min(1)
  .max(LINES_MAX)
  .refine(
    uniqueBy((line: { readonly lineId: string }) => line.lineId),
    'A line is named twice',
  );

export const returnedLines = z
  .array(returnedLine)
  .min(1)
  .max(LINES_MAX)
  .refine(
    uniqueBy((line: { readonly lineId: string; readonly condition: string }) => `${line.condition} ${line.lineId}`),
    'A line is named twice in one condition',
  );

const trackingUrl = z.url({ protocol: /^https?$/ }).max(2000);

/** Left out: as it is. Null: none. */
export const trackingFields = {
  carrier: personText(1, 80).nullable(),
  trackingNumber: personText(1, 80).nullable(),
  trackingUrl: trackingUrl.nullable().meta({ description: "Null: the carrier's own page, where it is known." }),
  note,
};

export const PARCEL_STEP_NAMES = Object.keys(PARCEL_STEPS) as [ParcelStep, ...ParcelStep[]];

export const paymentRecord = z.object({
  id: text,
  source: z.enum(MONEY_SOURCES).meta({ description: 'Who tells of it: somebody who recorded it, or the provider it was paid with.' }),
  orderId: text,
  method: z.enum(RECORDED_METHODS),
  provider: text.nullable(),
  amountCents: cents,
  refundedCents: cents,
  status: z.enum(RECORDED_STATUSES),
  reference: text.nullable(),
  note: text.nullable(),
  receivedAt: z.date(),
  capturedAt: z.date().nullable(),
  voidedAt: z.date().nullable(),
  reconciledAt: z.date().nullable(),
  recordedBy: text.nullable(),
});

export const refundRecord = z.object({
  id: text,
  orderId: text,
  paymentId: text,
  returnId: text.nullable(),
  amountCents: cents,
  method: z.enum(RECORDED_METHODS),
  reason: text.nullable(),
  reference: text.nullable(),
  recordedAt: z.date(),
  recordedBy: text,
});

export const fulfilmentRecord = z.object({
  id: text,
  orderId: text,
  state: z.enum(PARCEL_STATES),
  lines: z.array(z.object({ lineId: text, quantity: z.int() })),
  carrier: text.nullable(),
  trackingNumber: text.nullable(),
  trackingUrl: text.nullable(),
  address: postalAddress.nullable(),
  note: text.nullable(),
  createdAt: z.date(),
  shippedAt: z.date().nullable(),
  deliveredAt: z.date().nullable(),
  cancelledAt: z.date().nullable(),
  version: z.int(),
});

/** The parcel for that record, with the page where it is followed. */
export function presentParcel(parcel: Parcel): z.input<typeof fulfilmentRecord> {
  return { ...parcel, lines: [...parcel.lines], trackingUrl: parcelPageOf(parcel) };
}

export const returnRecord = z.object({
  id: text,
  orderId: text,
  state: z.enum(RETURN_STATES),
  lines: z.array(z.object({ lineId: text, quantity: z.int(), condition: z.enum(CONDITIONS) })),
  reason: text.nullable(),
  createdAt: z.date(),
  receivedAt: z.date().nullable(),
  version: z.int(),
});

export function presentReturn(goodsReturn: GoodsReturn): z.input<typeof returnRecord> {
  return { ...goodsReturn, lines: [...goodsReturn.lines] };
}
