import { z } from 'zod';
import { auditEntryOf } from '../../kit/call-procedure.js';
import { defineProcedure, siteScopeOf } from '../../kit/procedure.js';
import { refusalOfFault } from '../run-errors.js';
import { ShopFault } from '../shop-gateway.js';
import { DRIFT_ENTITIES } from './drift-report.js';

const sample = { count: z.int(), externalIds: z.array(z.string()) };

const driftRecord = z.object({
  startedAt: z.date(),
  finishedAt: z.date(),
  requests: z.int(),
  entities: z.array(
    z.object({
      entity: z.enum(DRIFT_ENTITIES),
      shop: z.int(),
      here: z.int(),
      missingHere: z.object(sample),
      missingInShop: z.object(sample),
      compared: z.int(),
      fields: z.array(z.object({ field: z.string(), ...sample })),
    }),
  ),
});

/** How far the establishment and its online shop are apart: part of the `shopSync` router. */
export function driftProcedures() {
  return {
    getDriftReport: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['shopSync:read'] },
      summary: 'The last comparison of the establishment with its online shop, with counts and a few ids per field; null: none yet.',
      input: z.object({}).default({}),
      output: driftRecord.nullable(),
      run: (context) => context.services.shopDrift.last(siteScopeOf(context)),
    }),
    runDriftReport: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['shopSync:run'] },
      transaction: 'own',
      summary: 'Compares the establishment with its online shop now, and changes nothing of either.',
      input: z.object({}).optional(),
      output: driftRecord,
      errors: ['not_configured', 'unknown_shop', 'shop_unauthorized', 'shop_unreadable', 'shop_unusable', 'shop_unreachable'],
      run: async (context) => {
        const scope = siteScopeOf(context);
        const report = await context.services.shopDrift.run(scope).catch((error: unknown) => {
          throw error instanceof ShopFault ? refusalOfFault(error) : error;
        });
        const entry = auditEntryOf('shopSync.runDriftReport', context, z.object({}), {}, report);
        await context.services.unitOfWork(scope, (_services, { audit }) => audit.append(entry));
        return report;
      },
    }),
  };
}
