import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema, personText } from '../kit/validate.js';
import { PARCEL_STATES } from './parcel.js';
import { fulfilmentRecord, presentParcel } from './settlement-contract.js';

/** The procedures of the router `shipping` about the parcels of all orders. */
export function shipmentProcedures() {
  return {
    shipments: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['shipping:read'] },
      summary: 'One page of the parcels of all orders, latest first; `search` finds the beginning of a tracking number.',
      input: pageInput.extend({ state: z.enum(PARCEL_STATES).optional(), orderId: idSchema.optional() }).prefault({}),
      output: pageOf(fulfilmentRecord),
      run: async (context, filter) => {
        const page = await context.services.views.settlement.parcels(siteScopeOf(context), filter);
        return { ...page, items: page.items.map(presentParcel) };
      },
    }),
    shipment: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['shipping:read'] },
      summary: 'One parcel.',
      input: z.object({ id: idSchema }),
      output: fulfilmentRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const parcel = await context.services.views.settlement.parcel(siteScopeOf(context), id);
        if (parcel === null) throw new DomainError('unknown_record');
        return presentParcel(parcel);
      },
    }),
    track: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['shipping:read'] },
      summary: 'The parcels with this tracking number, latest first, with the page where the carrier tells of them.',
      input: z.object({ trackingNumber: personText(1, 80) }),
      output: z.object({ items: z.array(fulfilmentRecord) }),
      run: async (context, { trackingNumber }) => ({
        items: (await context.services.views.settlement.tracked(siteScopeOf(context), trackingNumber)).map(presentParcel),
      }),
    }),
  };
}
