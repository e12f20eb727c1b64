import type { Database } from '@comptoir/adapters-db/database.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import { ConfigError } from './config.js';

/**
 * Migrates the database before it is used. It is the first time that a server is spoken to, so a wrong address shows here:
 * throws `ConfigError`, naming the variable. Also throws `DatabaseTooNew`.
 */
export async function bringUpToDate(database: Database, logger: Logger): Promise<void> {
  try {
    const applied = await database.migrate();
    if (applied.length > 0) logger.info({ applied }, 'migrated');
  } catch (error) {
    if (database.kind === 'postgres' && hasCode(error, 'store_unavailable')) throw new ConfigError(`DATABASE_URL: ${reasonOf(error)}`);
    throw error;
  }
}

/** What the driver said; it names the address and the user, never the password. An attempt on several addresses has a code only. */
function reasonOf({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  const reason = cause.message === '' && 'code' in cause ? String(cause.code) : cause.message;
  return `${message} (${reason.split('\n')[0]})`;
}
