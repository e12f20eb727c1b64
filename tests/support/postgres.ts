import { randomBytes } from 'node:crypto';
import { openDatabase } from '@comptoir/adapters-db/database.js';
import { nodeProcesses } from '@comptoir/app/adapters/node-processes.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { startContainer } from './postgres-container.js';
import { startLocal } from './postgres-local.js';
import { type PostgresServer, Unavailable, withClient } from './postgres-server.js';
import { skipBecause } from './requires.js';

/** A database of a suite's own. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

interface SharedServer {
  readonly url: string;
  dispose(): Promise<void>;
}

/** The first start of a server takes seconds, more on a busy machine. */
const START_TIMEOUT_MS = 60_000;

const toDispose = new Set<SharedServer>();
const toDrop = new Set<TestDatabase>();
let shared: Promise<SharedServer> | undefined;
let template: Promise<string> | undefined;

/** A new, empty database on the server that the whole run shares. For a before hook: skips the suite where no server is to be had. */
export async function createDatabase(context: Mocha.Context): Promise<TestDatabase> {
  return databaseOn(await sharedServer(context));
}

/** As `createDatabase`, with the tables of the product: a copy of one that was migrated once, which takes a fraction of migrating it. */
export async function createMigratedDatabase(context: Mocha.Context): Promise<TestDatabase> {
  const server = await sharedServer(context);
  template ??= migratedOn(server);
  return databaseOn(server, await template);
}

async function sharedServer(context: Mocha.Context): Promise<SharedServer> {
  context.timeout(START_TIMEOUT_MS);
  shared ??= firstAvailable<SharedServer>([startContainer, givenServer, startLocal]);
  return orSkip(context, shared);
}

/** The name of a database that nobody is connected to, as a template must be. */
async function migratedOn(server: SharedServer): Promise<string> {
  const { url } = await databaseOn(server);
  const database = await openDatabase({ kind: 'postgres', url, poolSize: 1 }, { logger: silentLogger, processes: nodeProcesses });
  await database.migrate();
  await database.close();
  return new URL(url).pathname.slice(1);
}

async function databaseOn(server: SharedServer, from = 'template1'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(server.url, (client) => client.query(`create database ${name} template ${from}`));
  const database = {
    url: Object.assign(new URL(server.url), { pathname: name }).href,
    async drop() {
      toDrop.delete(database);
      await withClient(server.url, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
  toDrop.add(database);
  return database;
}

/** A server for one suite, which may pause and stop it. For a before hook, like `createDatabase`; dispose it afterwards. */
export async function startDedicatedServer(context: Mocha.Context): Promise<PostgresServer> {
  context.timeout(START_TIMEOUT_MS);
  const server = await orSkip(context, firstAvailable([startContainer, startLocal]));
  return {
    ...server,
    async dispose() {
      toDispose.delete(server);
      await server.dispose();
    },
  };
}

/** Gives back all that is left of servers and databases. */
export async function stopPostgres(): Promise<void> {
  for (const database of toDrop) await database.drop();
  for (const server of toDispose) await server.dispose();
  toDispose.clear();
  shared = undefined;
  template = undefined;
}

type Start<Server> = () => Promise<Server>;

async function firstAvailable<Server extends SharedServer>(ways: readonly Start<Server>[]): Promise<Server> {
  const reasons: string[] = [];
  for (const start of ways) {
    try {
      const server = await start();
      toDispose.add(server);
      return server;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      reasons.push(error.message);
    }
  }
  throw new Unavailable(`there is no PostgreSQL: ${reasons.join('; ')}`);
}

/** A server that somebody else runs. Its account must be allowed to create databases; whoever runs it stops it. */
async function givenServer(): Promise<SharedServer> {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Unavailable('TEST_DATABASE_URL is not set');
  return { url, dispose: async () => undefined };
}

async function orSkip<Server>(context: Mocha.Context, starting: Promise<Server>): Promise<Server> {
  try {
    return await starting;
  } catch (error) {
    if (error instanceof Unavailable) return skipBecause(context, error.message);
    throw error;
  }
}
