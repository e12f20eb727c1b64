import pg from 'pg';

/** A statement as it is sent: its text, its values, and the name it is prepared under (none: unprepared). */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}

/** The messages of PostgreSQL's extended protocol that are needed here, as `pg` writes them (its types ask for an argument more). */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  bind(config: { statement: string }): void;
  execute(config: Record<string, never>): void;
}

const BEGIN = { name: 'begin', text: 'begin' };

/** Connections whose server has prepared `begin`. */
const prepared = new WeakSet<pg.ClientBase>();

/**
 * Begins a transaction and runs its first statement in one round trip. Both travel between the same two synchronisation points:
 * should `begin` fail, the server passes over the statement too, so it can never run outside the transaction (PostgreSQL
 * manual, "Extended Query": after an error all messages up to Sync are discarded).
 */
export async function beginWith(client: pg.ClientBase, statement: Statement): Promise<pg.QueryResult> {
  if (!prepared.has(client)) {
    // The first time on a connection it goes alone: `pg` takes the answer to its preparation for that of the statement.
    await client.query(BEGIN);
    prepared.add(client);
    return client.query(statement);
  }
  return new Promise((resolve, reject) => {
    // The results of both; the type knows only of one.
    const query = new pg.Query({ ...statement, queryMode: 'extended' } as pg.QueryConfig, (error, results) => {
      if (error) reject(error);
      else resolve((results as unknown as readonly [pg.QueryResult, pg.QueryResult])[1]);
    });
    const submit = query.submit.bind(query);
    query.submit = (connection) => {
      const wire = connection as unknown as Wire;
      wire.stream.cork();
      try {
        wire.bind({ statement: BEGIN.name });
        wire.execute({});
        return submit(connection);
      } finally {
        wire.stream.uncork();
      }
    };
    client.query(query);
  });
}
