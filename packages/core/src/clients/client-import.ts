import { byLine, type LineError, lineError, type ReadLine, readLines } from '../kit/csv-lines.js';
import type { Client } from './client.js';
import { CLIENT_COLUMNS } from './client-columns.js';
import { type ClientImportStep, type ClientIndex, clientStepOf, type ImportMoment } from './client-import-step.js';
import type { ClientBatch } from './clients-service.js';

/** What an import would do; with errors, nothing of it is to be done. */
export interface ClientImportPlan extends ClientBatch {
  /** Lines that say what is so already. */
  readonly unchanged: number;
  /** By line. */
  readonly errors: readonly LineError[];
}

/** What a text names clients by, to look them up. */
export interface NamedClients {
  readonly ids: readonly string[];
  readonly emails: readonly string[];
  readonly externalIds: readonly string[];
}

/** The lines of the text, and the clients they name. */
export function readClients(text: string) {
  const { rows, errors } = readLines(text, CLIENT_COLUMNS);
  const texts = (field: string) => rows.flatMap(({ fields }) => (typeof fields[field] === 'string' ? [fields[field]] : []));
  const named: NamedClients = {
    ids: rows.flatMap(({ id }) => id ?? []),
    emails: texts('email').map((email) => email.toLowerCase()),
    externalIds: texts('externalId'),
  };
  return { rows, errors, named };
}

/** What the lines ask for of the clients they name: a line changes the client it names, else it is a new one. */
export function planClientImport(
  { rows, errors: unread }: { readonly rows: readonly ReadLine[]; readonly errors: readonly LineError[] },
  known: readonly Client[],
  moment: ImportMoment,
): ClientImportPlan {
  const index = indexOf(known);
  const steps = rows.map((row) => clientStepOf(row, index, moment));
  const create = steps.filter((step) => step.kind === 'create');
  const update = steps.filter((step) => step.kind === 'update');
  const refused = steps.flatMap((step) => (step.kind === 'refused' ? step.errors : []));
  return {
    create: create.map(({ draft }) => draft),
    update: update.map(({ before, after }) => ({ id: before.id, version: before.version, decide: () => after })),
    unchanged: steps.filter(({ kind }) => kind === 'unchanged').length,
    errors: [...unread, ...refused, ...repetitions(steps), ...takenKeys(known, steps)].sort(byLine),
  };
}

function indexOf(clients: readonly Client[]): ClientIndex {
  const own = clients.filter(({ mergedInto }) => mergedInto === null);
  return {
    byId: new Map(clients.map((client) => [client.id, client])),
    byExternalId: new Map(own.flatMap((client) => (client.externalId === null ? [] : [[client.externalId, client] as const]))),
    byEmail: new Map(own.flatMap((client) => (client.email === null ? [] : [[client.email, client] as const]))),
  };
}

/** Lines about a client that an earlier line is about. */
function repetitions(steps: readonly ClientImportStep[]): readonly LineError[] {
  const seen = new Set<string>();
  const errors: LineError[] = [];
  for (const step of steps) {
    if (step.kind !== 'update' && step.kind !== 'unchanged') continue;
    if (seen.has(step.before.id)) errors.push(lineError(step.line, null, 'An earlier line is about the same client'));
    seen.add(step.before.id);
  }
  return errors;
}

/** Lines after which two would have one mail address or external id. */
function takenKeys(known: readonly Client[], steps: readonly ClientImportStep[]): readonly LineError[] {
  const changed = new Set(steps.flatMap((step) => (step.kind === 'update' ? [step.before.id] : [])));
  const taken = new Set(known.filter(({ id, mergedInto }) => mergedInto === null && !changed.has(id)).flatMap(keysOf));
  const errors: LineError[] = [];
  for (const step of steps) {
    if (step.kind !== 'create' && step.kind !== 'update') continue;
    for (const key of keysOf(step.kind === 'create' ? step.draft.fields : step.after)) {
      const [field, value] = key.split(' ', 2);
      if (taken.has(key)) errors.push(lineError(step.line, field ?? null, `"${value}" is another client's`));
      taken.add(key);
    }
  }
  return errors;
}

function keysOf({ email, externalId }: Pick<Client, 'email' | 'externalId'>): readonly string[] {
  return [...(email === null ? [] : [`email ${email}`]), ...(externalId === null ? [] : [`externalId ${externalId}`])];
}
