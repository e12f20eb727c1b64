import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { personal } from '../kit/secret.js';
import { CLIENTS_EXPORT, CLIENTS_IMPORT } from './client-access.js';
import { CLIENT_COLUMNS } from './client-columns.js';
import { clientFilters } from './client-contract.js';
import { clientsCsv } from './client-csv.js';
import { planClientImport, readClients } from './client-import.js';

/** The largest text that is imported: a mebibyte, in characters. */
const TEXT_MAX = 1024 * 1024;

/** As many faults as somebody mends at a time. */
const ERRORS_MAX = 200;

/** Clients in one export. */
const EXPORT_MAX = 100_000;

const columns = CLIENT_COLUMNS.map(({ name }) => name).join(', ');

const importRecord = z.object({
  /** False: nothing was written. */
  applied: z.boolean(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  errors: z.array(z.object({ line: z.int(), field: z.string().nullable(), message: z.string() })),
});

/** The clients as a table, out and in. */
export function clientCsvProcedures() {
  return {
    exportCsv: defineProcedure({
      type: 'query',
      access: CLIENTS_EXPORT,
      summary: `The clients of a list as CSV (RFC 4180, UTF-8) that \`importCsv\` reads back, up to ${EXPORT_MAX} of them. What a spreadsheet would calculate stands behind an apostrophe. Columns: ${columns}.`,
      input: clientFilters.omit({ page: true, pageSize: true }).prefault({}),
      output: z.object({ text: z.string(), clients: z.int() }),
      run: async (context, filter) => {
        const everything = { ...filter, page: 1, pageSize: EXPORT_MAX };
        const { items, total } = await context.services.views.clients.list(siteScopeOf(context), everything);
        if (total > EXPORT_MAX) throw tooMany(total);
        return { text: clientsCsv(items), clients: total };
      },
    }),
    importCsv: defineProcedure({
      type: 'mutation',
      access: CLIENTS_IMPORT,
      summary: `Creates and changes clients from CSV with a line of headings, all or nothing; with \`dryRun\` only says what it would do. A line changes the client with its id, external id or mail address, else makes a new one; columns that are left out stay as they are. Columns: ${columns}. birthday as 1990-12-31, tags separated by commas, emailConsent as granted or withdrawn, line1 to country for the billing address, other addresses and customInputs as JSON.`,
      input: z.object({ text: personal(z.string().max(TEXT_MAX)), dryRun: z.boolean().default(false) }),
      output: importRecord,
      errors: ['duplicate', 'invalid_transition', 'stale'],
      run: async (context, { text, dryRun }) => {
        const plan = await planOf(context, text);
        const { create, update, unchanged, errors } = plan;
        const applied = !dryRun && errors.length === 0;
        if (applied) await context.services.clients.saveAll(siteScopeOf(context), plan);
        return { applied, created: create.length, updated: update.length, unchanged, errors: errors.slice(0, ERRORS_MAX) };
      },
    }),
  };
}

async function planOf(context: CallContext, text: string) {
  const { clock, ids, views } = context.services;
  const scope = siteScopeOf(context);
  const lines = readClients(text);
  const { named } = lines;
  const found = [...(await views.clients.byIds(scope, named.ids)), ...(await views.clients.byKeys(scope, named.emails, named.externalIds))];
  const known = [...new Map(found.map((client) => [client.id, client])).values()];
  return planClientImport(lines, known, { now: clock.now(), makeId: ids.uuid });
}

function tooMany(total: number): DomainError {
  const message = `These are ${total} clients; narrow the list to ${EXPORT_MAX} at most.`;
  return new DomainError('invalid_request', { issues: [{ path: '', message }] });
}
