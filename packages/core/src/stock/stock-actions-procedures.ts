import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, type Permission, siteScopeOf } from '../kit/procedure.js';
import type { Scope } from '../kit/scope.js';
import { idSchema, instantInput, personText } from '../kit/validate.js';
import { STOCK_REASONS, STOCK_STATUSES } from './stock-action.js';
import {
  actionRecord,
  adjustReason,
  changedBy,
  counted,
  levelRecord,
  note,
  presentLevel,
  quantity,
  reportRecord,
  unitIn,
  unitInput,
} from './stock-contract.js';

const PERMISSION_TO_WRITE = 'stockActions:write';

const listInput = pageInput
  .extend({
    itemId: idSchema.optional(),
    variantId: idSchema.optional(),
    reason: z.enum(STOCK_REASONS).optional(),
    status: z.enum(STOCK_STATUSES).optional(),
    reference: personText(1, 200).optional(),
    from: instantInput.optional(),
    to: instantInput.optional(),
  })
  .prefault({});

/** The `stockActions` router: the ledger behind the stock, and the changes people write into it. */
export function stockActionsRouter() {
  return { ...readingProcedures(), ...writingProcedures() };
}

function readingProcedures() {
  const access = needs('stockActions:read');
  return {
    list: defineProcedure({
      type: 'query',
      access,
      summary: 'One page of the stock ledger of the establishment, newest first.',
      input: listInput,
      output: pageOf(actionRecord),
      run: (context, filter) => context.services.views.stock.actions(siteScopeOf(context), filter),
    }),
    get: defineProcedure({
      type: 'query',
      access,
      summary: 'One action of the stock ledger.',
      input: z.object({ id: idSchema }),
      output: actionRecord,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        const action = await context.services.views.stock.action(siteScopeOf(context), id);
        if (action === null) throw new DomainError('unknown_record');
        return action;
      },
    }),
    ledger: defineProcedure({
      type: 'query',
      access,
      summary: 'The ledger of one product: its levels, whether they add up, and one page of its actions, newest first.',
      input: pageInput.extend({ itemId: idSchema }),
      output: pageOf(actionRecord).extend({ levels: z.array(levelRecord), report: reportRecord }),
      errors: ['unknown_record'],
      run: async (context, filter) => {
        const [scope, { stock }] = [siteScopeOf(context), context.services.views];
        const levels = await stock.levels(scope, [filter.itemId]);
        if (levels.length === 0) throw new DomainError('unknown_record');
        const page = await stock.actions(scope, filter);
        return { ...page, levels: levels.map(presentLevel), report: await stock.verify(scope, filter.itemId) };
      },
    }),
  };
}

function writingProcedures() {
  const access = needs(PERMISSION_TO_WRITE);
  return {
    adjust: defineProcedure({
      type: 'mutation',
      access,
      summary: 'Adds to the stock of a unit (above zero) or takes from it (below): what somebody saw happen.',
      input: unitInput.extend({
        by: changedBy,
        reason: adjustReason.default('ADJUSTMENT'),
        reference: personText(1, 200).nullable().default(null),
        note,
      }),
      output: actionRecord,
      errors: ['unknown_record', 'duplicate'],
      run: (context, { itemId, variantId, ...change }) =>
        context.services.stock.adjust(siteScopeOf(context), { itemId, variantId }, change),
    }),
    count: defineProcedure({
      type: 'mutation',
      access,
      summary: 'Makes the stock of a unit what was counted. The action is null when it was that already.',
      input: unitInput.extend({ counted, note }),
      output: z.object({ action: actionRecord.nullable() }),
      errors: ['unknown_record'],
      run: async (context, input) => ({
        action: await context.services.stock.count(siteScopeOf(context), unitIn(input), input.counted, input.note),
      }),
    }),
    transfer: defineProcedure({
      type: 'mutation',
      access,
      summary: 'Moves stock of a unit to another one, of any establishment of the organisation. Needs the permission there as well.',
      input: unitInput.extend({ toSiteId: idSchema, toItemId: idSchema, toVariantId: idSchema.nullable().default(null), quantity, note }),
      output: z.object({ actions: z.array(actionRecord) }),
      errors: ['unknown_record', 'sold_out', 'forbidden'],
      run: async (context, input) => {
        const { toItemId: itemId, toVariantId: variantId } = input;
        const [from, to] = [siteScopeOf(context), await siteToWriteTo(context, input.toSiteId)];
        return {
          actions: await context.services.stock.transfer(from, unitIn(input), to, { itemId, variantId }, input.quantity, input.note),
        };
      },
    }),
  };
}

/** An establishment that the caller may write for. */
async function siteToWriteTo(context: CallContext, siteId: string): Promise<Scope> {
  await context.services.permissions.require(context, PERMISSION_TO_WRITE, siteId);
  return { ...siteScopeOf(context), siteId };
}

function needs(permission: Permission) {
  return { kind: 'permission', permissions: [permission] } as const;
}
