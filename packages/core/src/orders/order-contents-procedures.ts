import { z } from 'zod';
import { couponKeyOf } from '../coupons/coupon.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import type { Scope } from '../kit/scope.js';
import { idSchema, personText } from '../kit/validate.js';
import { newCoupon } from './begin-order.js';
import { catalogueLine } from './catalogue-line.js';
import { clientSnapshot, NOBODY } from './client-snapshot.js';
import { addressedOrder, atDesk, DRAFT_ERRORS, mayOrders, requireDiscounts } from './desk-access.js';
import { addressInput, carriage, couponCode, lineNote, lineQuantity, priceInput, typedLine, wantedItem } from './desk-contract.js';
import type { DeskWork } from './desk-work.js';
import {
  type Contents,
  carriageLine,
  customLine,
  withCarriage,
  withCoupon,
  withDiscount,
  withLine,
  withLinePatch,
  withoutDiscount,
  withoutLine,
} from './draft-contents.js';
import { type Addressed, type DraftEdit, editDraft } from './edit-draft.js';
import { itemsById } from './order-goods.js';
import { orderRecord, recordOf } from './order-record.js';

/** What a discount is worth: basis points of a percentage, cents of an amount. */
const discount = z
  .object({
    kind: z.enum(['percent', 'amount', 'free_shipping']),
    value: z.int().min(0).max(100_000_000).default(0),
    label: personText(1, 120),
    lineId: idSchema.nullable().default(null).meta({ description: 'The line it is for; null: the order.' }),
  })
  .refine(({ kind, value }) => kind !== 'percent' || value <= 10_000, { path: ['value'], message: 'At most 10000 basis points' })
  .refine(({ kind, lineId }) => kind !== 'free_shipping' || lineId === null, {
    path: ['lineId'],
    message: 'Free shipping is of the order',
  });

/** What is in a draft: lines, client, where it goes, and what is taken off. Every change prices it anew. */
export function orderContentsProcedures() {
  const access = mayOrders('create');
  return {
    addItem: defineProcedure({
      type: 'mutation',
      access,
      summary: 'Adds something of the catalogue to a draft, at its price of now.',
      input: addressedOrder.extend(wantedItem.shape),
      output: orderRecord,
      errors: [...DRAFT_ERRORS, 'unknown_item', 'invalid_options', 'forbidden'],
      run: (context, { id, version, ...item }) => {
        requireDiscounts(context, item.unitPriceCents !== null);
        const addressed = { id, version };
        return changed(context, addressed, 'items', async (contents, work, scope) => {
          const items = await itemsById(work.views, scope, [item.productId]);
          return withLine(contents, catalogueLine(items, item, work.ids.uuid()));
        });
      },
    }),
    addCustomLine: defineProcedure({
      type: 'mutation',
      access,
      summary: 'Adds something to a draft that is not of the catalogue.',
      input: addressedOrder.extend(typedLine.shape),
      output: orderRecord,
      errors: DRAFT_ERRORS,
      run: (context, { id, version, ...line }) =>
        changed(context, { id, version }, 'items', (contents, { ids }) => withLine(contents, customLine(line, ids.uuid()))),
    }),
    updateItem: defineProcedure({
      type: 'mutation',
      access,
      summary: 'Changes how many of a line are ordered, its note, or (with the permission `orders:discount`) its price.',
      input: addressedOrder.extend({
        lineId: idSchema,
        quantity: lineQuantity.optional(),
        unitPriceCents: priceInput.optional(),
        note: lineNote.nullable().optional(),
      }),
      output: orderRecord,
      errors: [...DRAFT_ERRORS, 'unknown_record', 'in_use', 'forbidden'],
      run: (context, { id, version, lineId, ...patch }) => {
        requireDiscounts(context, patch.unitPriceCents !== undefined);
        return changed(context, { id, version }, 'items', (contents) => withLinePatch(contents, lineId, patch));
      },
    }),
    removeItem: defineProcedure({
      type: 'mutation',
      access,
      summary: 'Takes a line out of a draft, with the discounts of that line.',
      input: addressedOrder.extend({ lineId: idSchema }),
      output: orderRecord,
      errors: [...DRAFT_ERRORS, 'unknown_record'],
      run: (context, { id, version, lineId }) => changed(context, { id, version }, 'items', (contents) => withoutLine(contents, lineId)),
    }),
    setShipping: defineProcedure({
      type: 'mutation',
      access,
      summary: 'Says how a draft is sent and what that costs; null: nothing is charged for it.',
      input: addressedOrder.extend({ shipping: carriage.nullable() }),
      output: orderRecord,
      errors: DRAFT_ERRORS,
      run: (context, { id, version, shipping }) =>
        changed(context, { id, version }, 'shipping', (contents, { ids }) =>
          withCarriage(contents, shipping === null ? null : carriageLine(shipping, ids.uuid())),
        ),
    }),
    setClient: defineProcedure({
      type: 'mutation',
      access,
      summary: 'Says whom a draft is for, and copies name, contact and addresses as they are now; null: somebody unknown.',
      input: addressedOrder.extend({ clientId: idSchema.nullable() }),
      output: orderRecord,
      errors: [...DRAFT_ERRORS, 'unknown_record'],
      run: (context, { id, version, clientId }) => {
        const scope = siteScopeOf(context);
        return edited(context, { id, version }, (work) => ({
          kind: 'client',
          data: { clientId },
          edit: async (draft) => ({ ...draft, ...(clientId === null ? NOBODY : await clientSnapshot(work.views, scope, clientId)) }),
        }));
      },
    }),
    setDeliveryAddress: defineProcedure({
      type: 'mutation',
      access,
      summary: 'Says where a draft is sent to.',
      input: addressedOrder.extend({ address: addressInput }),
      output: orderRecord,
      errors: DRAFT_ERRORS,
      run: (context, { id, version, address }) =>
        edited(context, { id, version }, () => ({
          kind: 'delivery_address',
          edit: (draft) => ({ ...draft, deliveryAddress: address }),
        })),
    }),
    applyCoupon: defineProcedure({
      type: 'mutation',
      access,
      summary: 'Puts a coupon on a draft; it is redeemed when the order is confirmed, and given back when it is cancelled or reopened.',
      input: addressedOrder.extend({ code: couponCode }),
      output: orderRecord,
      errors: [...DRAFT_ERRORS, 'coupon_refused', 'duplicate'],
      run: (context, { id, version, code }) =>
        changed(context, { id, version }, 'coupon', (contents, { ids }) => withCoupon(contents, newCoupon(ids.uuid(), code))),
    }),
    removeCoupon: defineProcedure({
      type: 'mutation',
      access,
      summary: 'Takes a coupon off a draft.',
      input: addressedOrder.extend({ code: couponCode }),
      output: orderRecord,
      errors: [...DRAFT_ERRORS, 'unknown_record'],
      run: (context, { id, version, code }) =>
        changed(context, { id, version }, 'coupon', (contents) =>
          withoutDiscount(contents, ({ coupon }) => coupon !== null && couponKeyOf(coupon.code) === couponKeyOf(code)),
        ),
    }),
    applyDiscount: defineProcedure({
      type: 'mutation',
      access: mayOrders('discount'),
      summary: 'Takes something off a draft or one of its lines: basis points of a percentage, cents of an amount, or the carriage.',
      input: addressedOrder.extend({ discount }),
      output: orderRecord,
      errors: [...DRAFT_ERRORS, 'unknown_record'],
      run: (context, { id, version, discount: granted }) =>
        changed(context, { id, version }, 'discount', (contents, { ids }) =>
          withDiscount(contents, { ...granted, id: ids.uuid(), coupon: null, amountCents: 0 }),
        ),
    }),
    removeDiscount: defineProcedure({
      type: 'mutation',
      access: mayOrders('discount'),
      summary: 'Takes a discount off a draft.',
      input: addressedOrder.extend({ discountId: idSchema }),
      output: orderRecord,
      errors: [...DRAFT_ERRORS, 'unknown_record'],
      run: (context, { id, version, discountId }) =>
        changed(context, { id, version }, 'discount', (contents) => withoutDiscount(contents, (one) => one.id === discountId)),
    }),
  };
}

/** Changes lines and discounts of a draft. */
function changed(
  context: CallContext,
  addressed: Addressed,
  kind: string,
  change: (contents: Contents, work: DeskWork, scope: Scope) => Contents | Promise<Contents>,
) {
  const scope = siteScopeOf(context);
  return edited(context, addressed, (work) => ({
    kind,
    edit: async (draft) => ({ ...draft, ...(await change({ lines: draft.lines, discounts: draft.discounts }, work, scope)) }),
  }));
}

async function edited(context: CallContext, addressed: Addressed, change: (work: DeskWork) => DraftEdit) {
  const scope = siteScopeOf(context);
  return recordOf(await atDesk(context, scope, (work) => editDraft(work, scope, addressed, change(work))));
}
