import { createHash } from 'node:crypto';
import { withClient } from '../../support/postgres-server.js';

/** Every row of a database, by table, in an order that does not depend on chance. */
export type DatabaseState = Readonly<Record<string, readonly string[]>>;

/** What tells of the executions themselves. */
const OF_EXECUTIONS = ['sync_runs', 'schema_migrations', 'kysely_migration', 'kysely_migration_lock'];

/** UUIDs, and ids of 22 characters. */
const IDS = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9A-Za-z]{22}\b/g;
const INSTANTS = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:[+-]\d\d:\d\d|Z)/g;
/** So often what an id is called takes in what the rows beside its own are called. */
const ROUNDS = 4;

interface StoredRow {
  readonly table: string;
  readonly text: string;
}

/**
 * The state in which two databases are alike when they hold the same, whatever ids were drawn and when the test ran: instants since `since` are all
 * one, and an id is called after the places it stands at, and after what else stands there (colour refinement of graphs).
 */
export async function stateOfDatabase(url: string, since: Date): Promise<DatabaseState> {
  const rows = (await storedRows(url)).map(({ table, text }) => ({ table, text: withoutNow(text, since) }));
  let names: ReadonlyMap<string, string> = new Map();
  for (let round = 0; round < ROUNDS; round += 1) names = renamed(rows, names);
  const tables = [...new Set(rows.map(({ table }) => table))];
  const textsOf = (wanted: string) => rows.filter(({ table }) => table === wanted).map(({ text }) => named(text, names));
  return Object.fromEntries(tables.map((table) => [table, textsOf(table).sort()]));
}

function renamed(rows: readonly StoredRow[], names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const places = new Map<string, string[]>();
  for (const { table, text } of rows) {
    const digest = digestOf(`${table} ${named(text, names)}`);
    for (const [place, [id]] of [...text.matchAll(IDS)].entries()) {
      const known = places.get(id) ?? [];
      known.push(`${place} ${digest}`);
      places.set(id, known);
    }
  }
  return new Map([...places].map(([id, at]) => [id, digestOf(at.sort().join('\n'))]));
}

function named(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(IDS, (id) => `«${names.get(id) ?? ''}»`);
}

function withoutNow(text: string, since: Date): string {
  return text.replace(INSTANTS, (instant) => (Date.parse(instant) >= since.getTime() ? 'now' : instant));
}

async function storedRows(url: string): Promise<readonly StoredRow[]> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query(`select tablename as name from pg_tables where schemaname = 'public' order by 1`);
    const stored: StoredRow[] = [];
    for (const { name } of tables) {
      if (OF_EXECUTIONS.includes(name)) continue;
      const { rows } = await client.query(`select to_jsonb(kept)::text as text from "${name}" kept`);
      stored.push(...rows.map(({ text }) => ({ table: name, text })));
    }
    return stored;
  });
}

function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 12);
}
