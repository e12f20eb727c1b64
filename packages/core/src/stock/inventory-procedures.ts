import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { type PageInput, pageInput, pageOf } from '../kit/page.js';
import { type CallContext, defineProcedure, type Permission, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { reorderProcedures } from '../reorder/reorder-procedures.js';
import {
  inventoryRecord,
  levelRecord,
  presentLevel,
  presentValue,
  reportRecord,
  threshold,
  unitIn,
  unitInput,
  valuedRecord,
} from './stock-contract.js';
import type { InventoryFilter } from './stock-store.js';

/** No product has as many variants. */
const UNITS_MAX = 1000;

/** The `inventory` router: what is there, what is promised, and what it has cost. */
export function inventoryRouter() {
  return {
    ...reorderProcedures(),
    list: defineProcedure({
      type: 'query',
      access: needs('inventory:read'),
      summary: 'One page of the stock of the establishment: every item or variant of which stock is kept, by name.',
      input: pageInput.prefault({}),
      output: pageOf(inventoryRecord),
      run: (context, filter) => inventoryPage(context, filter),
    }),
    get: defineProcedure({
      type: 'query',
      access: needs('inventory:read'),
      summary: 'The stock of one item, variant by variant.',
      input: z.object({ itemId: idSchema }),
      output: z.object({ itemId: z.string(), name: z.string(), units: z.array(inventoryRecord) }),
      errors: ['unknown_record'],
      run: async (context, { itemId }) => {
        const { items: units } = await inventoryPage(context, { itemId, page: 1, pageSize: UNITS_MAX });
        const [first] = units;
        if (first === undefined) throw new DomainError('unknown_record');
        return { itemId, name: first.name, units };
      },
    }),
    lowStock: defineProcedure({
      type: 'query',
      access: needs('inventory:read'),
      summary: 'One page of the units of which no more is available than their threshold.',
      input: pageInput.prefault({}),
      output: pageOf(inventoryRecord),
      run: (context, filter) => inventoryPage(context, { ...filter, low: true }),
    }),
    valuation: defineProcedure({
      type: 'query',
      access: needs('inventory:read'),
      summary: 'What the stock has cost at purchase prices: in all, and one page of it unit by unit.',
      input: pageInput.prefault({}),
      output: pageOf(valuedRecord).extend({ totalCents: z.int(), units: z.int(), unpricedUnits: z.int() }),
      run: (context, filter) => valuation(context, filter),
    }),
    thresholds: defineProcedure({
      type: 'mutation',
      access: needs('inventory:write'),
      summary: 'Sets the threshold of a unit, at or below which it is low; null: never.',
      input: unitInput.extend({ threshold }),
      output: levelRecord,
      errors: ['unknown_record'],
      run: async (context, input) =>
        presentLevel(await context.services.stock.setThreshold(siteScopeOf(context), unitIn(input), input.threshold)),
    }),
    verify: defineProcedure({
      type: 'query',
      access: needs('inventory:read'),
      summary: 'Adds the ledger of one item or of all up anew, and names every level that differs.',
      input: z.object({ itemId: idSchema.optional() }).prefault({}),
      output: reportRecord,
      run: (context, { itemId }) => context.services.stock.verify(siteScopeOf(context), itemId),
    }),
  };
}

async function inventoryPage(context: CallContext, filter: InventoryFilter) {
  const page = await context.services.views.stock.inventory(siteScopeOf(context), filter);
  return { ...page, items: page.items.map(presentLevel) };
}

async function valuation(context: CallContext, filter: PageInput) {
  const [scope, { stock }] = [siteScopeOf(context), context.services.views];
  const page = await stock.inventory(scope, filter);
  return { ...page, items: page.items.map(presentValue), ...(await stock.value(scope)) };
}

function needs(permission: Permission) {
  return { kind: 'permission', permissions: [permission] } as const;
}
