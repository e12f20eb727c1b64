import { z } from 'zod';
import { EMAIL_MAX } from '../identity/email.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { personal } from '../kit/secret.js';
import { idSchema } from '../kit/validate.js';
import { mayOrders } from '../orders/desk-access.js';

const trackingPage = z.object({
  url: z
    .string()
    .meta({ description: 'Where the client follows the order; whoever has it sees how far the order is, and not whose it is.' }),
});

/** The procedures of the router `orders` about the page on which a client follows an order that is sent. */
export function trackingProcedures() {
  return {
    trackingLink: defineProcedure({
      type: 'query',
      access: mayOrders('read'),
      summary: 'The address of the page on which the client follows an order that is sent, with its parcels.',
      input: z.object({ id: idSchema }),
      output: trackingPage,
      errors: ['unknown_order', 'invalid_transition'],
      run: async (context, { id }) => ({ url: await context.services.tracking.linkTo(siteScopeOf(context), id) }),
    }),
    sendTrackingLink: defineProcedure({
      type: 'mutation',
      access: mayOrders('ship'),
      summary: 'Mails the client of an order (or `to`) how far it is, the numbers of its parcels, and the address of that page.',
      input: z.object({ id: idSchema, to: personal(z.email().max(EMAIL_MAX).nullable()).default(null) }),
      output: trackingPage,
      errors: ['unknown_order', 'invalid_transition', 'invalid_request'],
      run: async (context, { id, to }) => ({ url: await context.services.tracking.mail(siteScopeOf(context), id, to) }),
    }),
  };
}
