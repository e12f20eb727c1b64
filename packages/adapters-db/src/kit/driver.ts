import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { translated } from './db-errors.js';

/** One session with a PostgreSQL engine, wherever it runs. */
export interface Session {
  query(sql: string, parameters: readonly unknown[]): Promise<SessionResult>;
  /** Begins a transaction with this as its first statement: both happen or neither. */
  beginWith(sql: string, parameters: readonly unknown[]): Promise<SessionResult>;
  /** `broken`: the session must not be used again. */
  release(broken: boolean): void;
}

export interface SessionResult {
  readonly rows: readonly unknown[];
  readonly affected: number | undefined;
}

export interface SessionSource {
  acquire(): Promise<Session>;
  end(): Promise<void>;
}

/** Kysely's driver over either engine. Faults leave it translated: `duplicate`, `store_unavailable`, or as they were. */
export class SessionDriver implements Driver {
  readonly #source: SessionSource;

  constructor(source: SessionSource) {
    this.#source = source;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SessionConnection> {
    return new SessionConnection(await this.#source.acquire().catch(rethrowTranslated));
  }

  async beginTransaction(connection: SessionConnection): Promise<void> {
    connection.begin();
  }

  async commitTransaction(connection: SessionConnection): Promise<void> {
    await connection.end('commit');
  }

  /** A session that cannot even roll back is given up; the server rolls back when it goes. The first fault is the one to report. */
  async rollbackTransaction(connection: SessionConnection): Promise<void> {
    await connection.end('rollback').catch(() => connection.giveUp());
  }

  async releaseConnection(connection: SessionConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#source.end();
  }
}

class SessionConnection implements DatabaseConnection {
  readonly #session: Session;
  #broken = false;
  /** A transaction begins with the next statement: `begin` would cost a round trip of its own. */
  #beginsNext = false;

  constructor(session: Session) {
    this.#session = session;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affected } = await this.#run(query.sql, query.parameters);
    const result = { rows: rows as Row[] };
    return affected === undefined ? result : { ...result, numAffectedRows: BigInt(affected) };
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for a generator; streaming is not used here and says so.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('This driver does not stream.');
  }

  begin(): void {
    this.#beginsNext = true;
  }

  /** Ends the transaction; of one that never had a statement the server knows nothing. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#beginsNext) this.#beginsNext = false;
    else await this.#run(how, []);
  }

  giveUp(): void {
    this.#broken = true;
  }

  release(): void {
    this.#session.release(this.#broken);
  }

  async #run(sql: string, parameters: readonly unknown[]): Promise<SessionResult> {
    const begins = this.#beginsNext;
    this.#beginsNext = false;
    try {
      return await this.#session[begins ? 'beginWith' : 'query'](sql, parameters.map(storable));
    } catch (error) {
      const fault = translated(error);
      if (fault.breaksSession) this.#broken = true;
      throw fault.error;
    }
  }
}

/**
 * No text of PostgreSQL holds NUL. As on the wire halves of characters do, it becomes the replacement character, so that who asks
 * for a record by such a text learns that there is none.
 */
function storable(parameter: unknown): unknown {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\ufffd') : parameter;
}

function rethrowTranslated(error: unknown): never {
  throw translated(error).error;
}
