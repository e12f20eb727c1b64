import { type Database, openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { withClient } from '../../support/postgres-server.js';
import { openTill, type Till } from './till.js';

const open = new Set<Database>();

/** A till on this PostgreSQL database, with connections of its own: another process, as far as the database can see. */
export async function openPostgresTill(url: string): Promise<Till> {
  const database = await openDatabase({ kind: 'postgres', url, poolSize: 12 }, { logger: silentLogger, processes: nodeProcesses });
  open.add(database);
  await database.migrate();
  const ping = async () => {
    await database.ping();
  };
  return openTill({ persistence: database.persistence, health: { database: ping } });
}

/** Call it after the last test that used one. */
export async function closeDatabases(): Promise<void> {
  const closing = [...open].map((database) => database.close());
  open.clear();
  await Promise.all(closing);
}

/** The only column of the only row, as a number. */
export function count(url: string, sql: string, ...parameters: unknown[]): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<unknown[]>({ text: sql, values: parameters, rowMode: 'array' });
    return Number(rows[0]?.[0]);
  });
}
