import { z } from 'zod';
import { pageInput } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { CLIENTS_MERGE, CLIENTS_READ, present } from './client-access.js';
import { clientId, clientRecord, historyPage, versionedClient, wholeClient } from './client-contract.js';
import { LIKENESSES } from './client-likeness.js';

/** Groups of duplicates in one answer. */
const GROUPS_MAX = 100;

/** One person, one record: duplicates, merging, and what became of whom. */
export function clientMergeProcedures() {
  return {
    merge: defineProcedure({
      type: 'mutation',
      access: CLIENTS_MERGE,
      summary:
        'Makes one client of two: `intoId` stays and takes what it did not know, with orders, invoices, notes, addresses and tags; `id` leads there from then on. `version` is that of the one that stays.',
      input: versionedClient.extend({ intoId: idSchema }),
      output: wholeClient,
      errors: ['unknown_record', 'stale', 'invalid_transition'],
      run: async (context, { id, intoId, version = null }) =>
        present(await context.services.clients.merge(siteScopeOf(context), id, intoId, version)),
    }),
    findDuplicates: defineProcedure({
      type: 'query',
      access: CLIENTS_READ,
      summary: `Up to ${GROUPS_MAX} groups of clients that may be one: one mail box, one phone number however it is written, or one name without regard to accents, case and order.`,
      input: z.object({ limit: z.int().min(1).max(GROUPS_MAX).default(20) }).prefault({}),
      output: z.array(z.object({ reason: z.enum(LIKENESSES), clients: z.array(clientRecord) })),
      run: async (context, { limit }) => {
        const groups = await context.services.views.clients.duplicates(siteScopeOf(context), limit);
        return groups.map(({ reason, clients }) => ({ reason, clients: clients.map(present) }));
      },
    }),
    history: defineProcedure({
      type: 'query',
      access: CLIENTS_READ,
      summary: 'What happened to a client and to those that were merged into it, newest first.',
      input: pageInput.extend(clientId.shape),
      output: historyPage,
      errors: ['unknown_record'],
      run: async (context, { id, ...page }) => {
        const scope = siteScopeOf(context);
        const client = await context.services.clients.get(scope, id);
        return context.services.views.clients.history(scope, client.id, page);
      },
    }),
  };
}
