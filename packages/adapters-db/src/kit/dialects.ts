import { type Dialect, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { beginWith, type Statement } from './begin-with.js';
import { SessionDriver, type SessionResult, type SessionSource } from './driver.js';
import { madeOnce, packedNewDatabase } from './new-database.js';
import { isPlannedAnew } from './planned-anew.js';

/** Type numbers of PostgreSQL whose standard reading does not fit: whole numbers are numbers here, days are text. */
const INT8 = 20;
const DATE = 1082;

/** Amounts in cents and versions are far below 2^53; anything above is a fault, not to be rounded silently. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database returned ${text}, which is not a safe integer.`);
  return value;
}

const asText = (text: string) => text;

function dialect(source: SessionSource): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SessionDriver(source),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

export interface PostgresOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Told about faults of idle connections, which nobody waits for. */
  readonly onIdleFault: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** The server cancels a statement first; the second limit is for a server that does not answer at all. */
const STATEMENT_TIMEOUT_MS = 15_000;
const ANSWER_TIMEOUT_MS = 20_000;

/** PostgreSQL through `pg`, with every parameterised statement prepared once per connection, unless it is to be planned anew. */
export function postgresDialect({ url, poolSize, onIdleFault }: PostgresOptions): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'comptoir',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idle_in_transaction_session_timeout: ANSWER_TIMEOUT_MS,
    types: { getTypeParser },
  });
  pool.on('error', onIdleFault);
  // A connection that breaks while it is lent tells its query, and then everybody, by an event that ends the process unheard.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const names = statementNames();
  return dialect({
    async acquire() {
      const client = await pool.connect();
      const statement = (sql: string, parameters: readonly unknown[]): Statement => {
        const name = parameters.length === 0 || isPlannedAnew(sql) ? undefined : names(sql);
        return { text: sql, values: [...parameters], ...(name === undefined ? {} : { name }) };
      };
      return {
        query: async (sql, parameters) => sessionResult(await client.query(statement(sql, parameters))),
        beginWith: async (sql, parameters) => sessionResult(await beginWith(client, statement(sql, parameters))),
        release: (broken) => client.release(broken),
      };
    },
    end: () => pool.end(),
  });
}

function sessionResult({ rows, rowCount }: pg.QueryResult): SessionResult {
  return { rows, affected: rowCount ?? undefined };
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return safeInteger;
  if (oid === DATE) return asText;
  return pg.types.getTypeParser(oid, format);
}

/** Statements beyond this many texts are sent unprepared, so that an endless variety cannot fill the server's memory. */
const PREPARED_MAX = 500;

/** A short stable name per SQL text; a prepared statement is parsed and planned by the server once per connection. */
function statementNames(): (sql: string) => string | undefined {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= PREPARED_MAX) return known;
    const name = `c${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/** The embedded engine: one session for the whole process, lent to one user at a time. The directory must be locked. */
export async function embeddedDialect(directory: string): Promise<Dialect> {
  // Loaded only where it is used: a server on PostgreSQL starts sooner without it.
  const { PGlite } = await import('@electric-sql/pglite');
  const options = { dataDir: directory, parsers: { [INT8]: safeInteger, [DATE]: asText } };
  const engine = await madeOnce(directory, async (isNew) => {
    const packed = isNew ? await packedNewDatabase() : null;
    return PGlite.create(packed === null ? options : { ...options, loadDataDir: packed });
  });
  let turn: Promise<void> = Promise.resolve();
  return dialect({
    async acquire() {
      const previous = turn;
      let done: () => void = () => undefined;
      turn = new Promise((resolve) => {
        done = resolve;
      });
      await previous;
      const query = async (sql: string, parameters: readonly unknown[]): Promise<SessionResult> => {
        const { rows, affectedRows } = await engine.query(sql, [...parameters]);
        return { rows, affected: affectedRows };
      };
      return {
        query,
        async beginWith(sql, parameters) {
          await engine.exec('begin');
          return query(sql, parameters);
        },
        release: () => done(),
      };
    },
    async end() {
      await turn;
      await engine.close();
    },
  });
}
