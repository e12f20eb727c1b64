import { z } from 'zod';
import type { ErrorCode } from '../kit/errors.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { orderIn, orderInput } from './order-input.js';
import { presentReturn, reasonText, returnedLines, returnRecord } from './settlement-contract.js';

const RETURN_ERRORS: readonly ErrorCode[] = ['unknown_record', 'invalid_transition'];

/** The procedures of the router `orders` about the returns of one order. */
export function returnProcedures() {
  return {
    createReturn: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:return'] },
      summary: 'Announces goods of a delivered order that come back, or receives them at once.',
      input: orderInput.extend({
        lines: returnedLines,
        reason: reasonText.default(null),
        received: z.boolean().default(false).meta({ description: 'True: the goods are there.' }),
      }),
      output: returnRecord,
      errors: ['unknown_order', 'too_many_goods', ...RETURN_ERRORS],
      run: async (context, { id, ...goodsReturn }) =>
        presentReturn(await context.services.settlement.createReturn(siteScopeOf(context), id, goodsReturn)),
    }),
    receiveReturn: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:return'] },
      summary: 'Takes announced goods back: what can be sold again goes into stock, and with its last goods the order is returned.',
      input: z.object({
        id: idSchema.meta({ description: 'Of the return.' }),
        lines: returnedLines.nullable().default(null).meta({ description: 'What came, and in which condition. Null: what was announced.' }),
      }),
      output: returnRecord,
      errors: ['too_many_goods', ...RETURN_ERRORS],
      run: async (context, { id, lines }) =>
        presentReturn(await context.services.settlement.receiveReturn(siteScopeOf(context), id, lines)),
    }),
    cancelReturn: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['orders:return'] },
      summary: 'Gives up a return whose goods do not come.',
      input: z.object({ id: idSchema.meta({ description: 'Of the return.' }) }),
      output: returnRecord,
      errors: RETURN_ERRORS,
      run: async (context, { id }) => presentReturn(await context.services.settlement.cancelReturn(siteScopeOf(context), id)),
    }),
    listReturns: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['orders:read'] },
      summary: 'The returns of one order, in the order they were announced.',
      input: orderInput,
      output: z.object({ items: z.array(returnRecord) }),
      errors: ['unknown_order'],
      run: async (context, { id }) => {
        await orderIn(context, id);
        return { items: (await context.services.views.settlement.returnsOf(siteScopeOf(context), id)).map(presentReturn) };
      },
    }),
  };
}
