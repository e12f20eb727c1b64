import { z } from 'zod';
import { JOURNAL_PROBLEMS } from '../journal/chain-verifier.js';
import { presentReport } from '../keyed/journal-contract.js';
import { pageInput } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { SALE_ROUNDINGS } from '../sales/sale.js';
import { saleSettings, sellsAtPickup } from '../sales/till-settings.js';
import { needs } from './pos-access.js';
import { archivePage, archiveRecord } from './pos-contract.js';

/** What auditors ask for, and how the tills are set. */
export function reportProcedures() {
  return {
    settings: defineProcedure({
      type: 'query',
      access: needs('posManagement:read'),
      summary: 'How the tills of the establishment round, and whether orders that are collected are sold. Set them with `settings.set`.',
      input: z.object({}).default({}),
      output: z.object({ rounding: z.enum(SALE_ROUNDINGS), cashStepCents: z.int().nullable(), sellsAtPickup: z.boolean() }),
      run: async (context) => {
        const stored = await context.services.views.settings.list(siteScopeOf(context));
        return { ...saleSettings(stored), sellsAtPickup: sellsAtPickup(stored) };
      },
    }),
    verifyJournal: defineProcedure({
      type: 'query',
      access: needs('posManagement:verify'),
      summary: 'Checks every digest, link, signature, number and total of the fiscal journal.',
      input: z.object({}).default({}),
      output: z.object({
        valid: z.boolean(),
        entries: z.int(),
        problems: z.array(z.object({ chain: z.string(), number: z.int(), problem: z.enum(JOURNAL_PROBLEMS) })),
      }),
      run: async (context) => presentReport(await context.services.journal.verify(siteScopeOf(context))),
    }),
    archives: defineProcedure({
      type: 'query',
      access: needs('posManagement:read'),
      summary: 'One page of the archives of the fiscal journal, newest first.',
      input: pageInput.omit({ search: true }).prefault({}),
      output: archivePage,
      run: (context, input) => context.services.views.till.archives(siteScopeOf(context), input),
    }),
    archive: defineProcedure({
      type: 'mutation',
      access: needs('posManagement:archive'),
      summary:
        'Freezes a period of the fiscal journal that is over; again: the archive that was made. Written out by `comptoir journal archive`.',
      input: z.object({ from: z.iso.date(), to: z.iso.date() }),
      output: archiveRecord,
      run: (context, { from, to }) => context.services.archives.freeze(siteScopeOf(context), { from, to }),
    }),
  };
}
