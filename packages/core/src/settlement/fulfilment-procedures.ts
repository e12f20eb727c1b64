import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { methodTrackingUrl } from '../shipping/shipping.js';
import { orderIn, orderInput } from './order-input.js';
import type { Parcel } from './parcel.js';
import { fulfilmentRecord, goodsLines, PARCEL_STEP_NAMES, presentParcel, trackingFields } from './settlement-contract.js';

const methodId = idSchema.nullable().optional().meta({
  description: 'The shipping method it goes by: gives the carrier and the page where it is followed, where those are not said.',
});

const toldFulfilment = fulfilmentRecord.extend({
  orderUrl: z.string().meta({ description: 'Where the client follows the order with its parcels.' }),
});

/** The procedures of the router `orders` about the parcels of one order. */
export function fulfilmentProcedures() {
  return {
    createFulfilment: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:deliver'] },
      summary: 'Packs goods of a confirmed order into a parcel: all that is not sent yet, unless lines are named.',
      input: orderInput.extend({
        lines: goodsLines.nullable().default(null),
        carrier: trackingFields.carrier.default(null),
        trackingNumber: trackingFields.trackingNumber.default(null),
        trackingUrl: trackingFields.trackingUrl.default(null),
        note: trackingFields.note.default(null),
        methodId,
        shipped: z.boolean().default(false).meta({ description: 'True: it leaves at once.' }),
      }),
      output: toldFulfilment,
      errors: ['unknown_order', 'unknown_record', 'invalid_transition', 'too_many_goods'],
      run: async (context, { id, methodId, ...fulfilment }) => {
        const facts = { ...fulfilment, ...(await carriedBy(context, methodId, fulfilment)) };
        return told(context, await context.services.settlement.createFulfilment(siteScopeOf(context), id, facts));
      },
    }),
    updateFulfilment: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:deliver'] },
      summary: 'Changes how a parcel is followed, or ships, delivers or cancels it; the order is shipped or delivered with its last one.',
      input: z
        .object({
          id: idSchema.meta({ description: 'Of the parcel.' }),
          step: z.enum(PARCEL_STEP_NAMES).optional(),
          version: z.int().optional(),
          methodId,
          ...trackingFields,
        })
        .partial({ carrier: true, trackingNumber: true, trackingUrl: true, note: true }),
      output: toldFulfilment,
      errors: ['unknown_record', 'stale', 'invalid_transition'],
      run: async (context, { id, methodId, ...change }) => {
        const facts = { ...change, ...(await carriedBy(context, methodId, change)) };
        return told(context, await context.services.settlement.updateFulfilment(siteScopeOf(context), id, facts));
      },
    }),
    listFulfilments: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['orders:read'] },
      summary: 'The parcels of one order, in the order they were packed.',
      input: orderInput,
      output: z.object({ items: z.array(fulfilmentRecord) }),
      errors: ['unknown_order'],
      run: async (context, { id }) => {
        await orderIn(context, id);
        return { items: (await context.services.views.settlement.parcelsOf(siteScopeOf(context), id)).map(presentParcel) };
      },
    }),
  };
}

async function told(context: CallContext, parcel: Parcel): Promise<z.input<typeof toldFulfilment>> {
  return { ...presentParcel(parcel), orderUrl: await context.services.tracking.addressOf(siteScopeOf(context), parcel.orderId) };
}

type Followed = { readonly [Part in 'carrier' | 'trackingNumber' | 'trackingUrl']?: string | null | undefined };

/** What the shipping method says of how a parcel is followed, where nobody says it better. Throws `unknown_record`. */
async function carriedBy(
  context: CallContext,
  id: string | null | undefined,
  said: Followed,
): Promise<Partial<Pick<Parcel, 'carrier' | 'trackingUrl'>>> {
  if (id === null || id === undefined) return {};
  const method = await context.services.views.shippingMethods.get(siteScopeOf(context), id);
  if (method === null) throw new DomainError('unknown_record');
  const carrier = said.carrier ?? method.carrier;
  if (typeof said.trackingUrl === 'string' || typeof said.trackingNumber !== 'string') return { carrier };
  return { carrier, trackingUrl: methodTrackingUrl(method, said.trackingNumber) };
}
