import { join } from 'node:path';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { type Dialect, Kysely, Migrator, sql } from 'kysely';
import { embeddedDialect, postgresDialect } from './kit/dialects.js';
import { DirectoryHeld, lockDirectory, type Processes } from './kit/directory-lock.js';
import { makeTransact } from './kit/transact.js';
import { MIGRATIONS } from './migrations/migrations.js';
import type { Schema } from './schema.js';
import { makeKyselyViews } from './stores.js';

/** Where the data lives: a PostgreSQL server, or an embedded database (PGlite) in a directory of its own. */
export type DatabaseConfig =
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize?: number }
  | { readonly kind: 'embedded'; readonly directory: string };

export interface Database {
  readonly kind: DatabaseConfig['kind'];
  readonly persistence: Persistence;
  /**
   * Brings the schema up to date, or only as far as the named migration, to try an upgrade from there. Returns the names of the
   * migrations that ran. Throws `DatabaseTooNew`.
   */
  migrate(upTo?: string): Promise<readonly string[]>;
  /** The migrations that have not run yet; changes nothing. Throws `DatabaseTooNew`. */
  pendingMigrations(): Promise<readonly string[]>;
  /** The database's own clock; answers when the database does. Throws `store_unavailable`. */
  ping(): Promise<Date>;
  close(): Promise<void>;
}

/** The embedded directory is held by another process. `owner` is its process id. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
  readonly owner: number;
  constructor(directory: string, owner: number) {
    super(
      `The embedded database in ${directory} is in use by process ${owner}. Stop it first, or set DATABASE_URL to share a PostgreSQL server.`,
    );
    this.owner = owner;
  }
}

/** The database holds migrations that this program does not know. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
}

/** What a database needs of its host. */
export interface DatabaseDeps {
  readonly logger: Logger;
  readonly processes: Processes;
}

const POOL_SIZE_DEFAULT = 16;

/** Opens the database without touching its schema. Throws `DatabaseInUse`; a server that does not answer shows at first use. */
export async function openDatabase(config: DatabaseConfig, { logger, processes }: DatabaseDeps): Promise<Database> {
  return config.kind === 'postgres' ? openPostgres(config, logger) : openEmbedded(config.directory, processes);
}

async function openPostgres({ url, poolSize = POOL_SIZE_DEFAULT }: { url: string; poolSize?: number }, logger: Logger): Promise<Database> {
  const onIdleFault = (error: Error) => logger.warn({ err: error }, 'lost an idle database connection');
  return databaseOn('postgres', postgresDialect({ url, poolSize, onIdleFault }), async () => undefined);
}

async function openEmbedded(directory: string, processes: Processes): Promise<Database> {
  const lock = await lockDirectory(join(directory, '..', 'db.lock'), processes).catch((error: unknown) => {
    throw error instanceof DirectoryHeld ? new DatabaseInUse(directory, error.owner) : error;
  });
  try {
    return databaseOn('embedded', await embeddedDialect(directory), lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function databaseOn(kind: DatabaseConfig['kind'], dialect: Dialect, afterClose: () => Promise<void>): Database {
  const db = new Kysely<Schema>({ dialect });
  return {
    kind,
    persistence: { transact: makeTransact(db), views: makeKyselyViews(db) },
    migrate: (upTo) => migrate(db, upTo),
    pendingMigrations: () => pendingMigrations(db),
    async ping() {
      const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
      return rows[0]?.now ?? new Date(0);
    },
    async close() {
      await db.destroy();
      await afterClose();
    },
  };
}

/** Runs what is missing, in order, under an advisory lock: several servers starting at once migrate one after the other. */
async function migrate(db: Kysely<Schema>, upTo: string | undefined): Promise<readonly string[]> {
  // Nearly every start ends here: the migrator would read the columns of all tables first, a good part of what opening an embedded database takes.
  if ((await pendingMigrations(db)).length === 0) return [];
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error;
  return (results ?? []).filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

async function pendingMigrations(db: Kysely<Schema>): Promise<readonly string[]> {
  const applied = await appliedMigrations(db);
  const unknown = [...applied].filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length === 0) return Object.keys(MIGRATIONS).filter((name) => !applied.has(name));
  throw new DatabaseTooNew(
    `The database was migrated by a newer version of Comptoir (it holds ${unknown.join(', ')}). Start that version, or restore a backup.`,
  );
}

async function appliedMigrations(db: Kysely<Schema>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ known: string | null }>`select to_regclass('kysely_migration')::text as known`.execute(db);
  if (rows[0]?.known == null) return new Set();
  const { rows: applied } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(applied.map(({ name }) => name));
}
