import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { translated } from './db-errors.js';

/** One session with a PostgreSQL engine, wherever it runs. */
export interface Session {
  query(sql: string, parameters: readonly unknown[]): Promise<SessionResult>;
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
    await connection.command('begin');
  }

  async commitTransaction(connection: SessionConnection): Promise<void> {
    await connection.command('commit');
  }

  /** A session that cannot even roll back is given up; the server rolls back when it goes. The first fault is the one to report. */
  async rollbackTransaction(connection: SessionConnection): Promise<void> {
    await connection.command('rollback').catch(() => connection.giveUp());
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

  async command(sql: string): Promise<void> {
    await this.#run(sql, []);
  }

  giveUp(): void {
    this.#broken = true;
  }

  release(): void {
    this.#session.release(this.#broken);
  }

  async #run(sql: string, parameters: readonly unknown[]): Promise<SessionResult> {
    try {
      return await this.#session.query(sql, parameters.map(storable));
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
