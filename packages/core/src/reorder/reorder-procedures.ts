import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';

const suggestionRecord = z.object({
  itemId: z.string(),
  variantId: z.string().nullable(),
  name: z.string(),
  variantName: z.string().nullable(),
  vendorId: z.string().nullable(),
  quantity: z.int(),
  reorderPoint: z.int(),
  available: z.int(),
  incoming: z.int(),
  demand: z.int(),
  windowDays: z.int(),
  daysOfCover: z.int().nullable(),
  calculatedAt: z.date(),
});

const listInput = pageInput
  .extend({
    vendorId: idSchema.optional(),
    all: z.boolean().default(false).describe('True: units of which nothing is to be ordered yet too.'),
  })
  .prefault({});

/** The part of the `inventory` router about what to order. */
export function reorderProcedures() {
  return {
    listReorderSuggestions: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['inventory:read'] },
      summary: 'One page of what to order, as it was last worked out: what lasts shortest first.',
      input: listInput,
      output: pageOf(suggestionRecord),
      run: (context, filter) => context.services.views.reorder.list(siteScopeOf(context), filter),
    }),
    recalculateReorder: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['inventory:write'] },
      summary: 'Works out anew what to order, of one item or of all: from the demand of the last 30 days and the settings `reorder.…`.',
      input: z.object({ itemId: idSchema.optional() }).prefault({}),
      output: z.object({ units: z.int(), needed: z.int() }),
      errors: ['unknown_record'],
      run: async (context, { itemId }) => {
        const done = await context.services.reorder.recalculate(siteScopeOf(context), itemId === undefined ? null : [itemId]);
        if (itemId !== undefined && done.units === 0) throw new DomainError('unknown_record');
        return done;
      },
    }),
  };
}
