import { journalQuery, presentEntry, presentReport } from '@comptoir/core/keyed/journal-contract.js';
import { parse } from '@comptoir/core/kit/validate.js';
import { instantsOf } from '@comptoir/core/sales/sale-period.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import type { HostState } from '../../kit/koa-app.js';
import type { KeyedGate } from './keyed-gate.js';

/** The fiscal journal of the establishment: its entries, and whether they are what they were. */
export function addJournalRoutes(
  router: Router<HostState>,
  gate: KeyedGate,
  { journal, views }: Pick<Services, 'journal' | 'views'>,
): void {
  router.get(
    '/api/v1/journal',
    gate.open('export', async function listEntries(ctx, { scope, site }) {
      const { from, to, ...filter } = parse(journalQuery, { ...ctx.query });
      const { items, nextCursor } = await views.journal.list(scope, { ...filter, ...instantsOf({ from, to }, site.timezone) });
      ctx.body = { ok: true, entries: items.map(presentEntry), nextCursor };
    }),
  );

  router.get(
    '/api/v1/journal/verify',
    gate.open('export', async function verifyJournal(ctx, { scope }) {
      ctx.body = presentReport(await journal.verify(scope));
    }),
  );
}
