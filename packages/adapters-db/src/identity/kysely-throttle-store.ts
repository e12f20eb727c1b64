import type { ThrottleStore, Tries } from '@comptoir/core/identity/throttle.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';

export function makeKyselyThrottles(db: Handle): ThrottleStore {
  const read = async (bucket: string): Promise<Tries | null> => {
    const row = await db.selectFrom('throttles').select(['count', 'last_at']).where('bucket', '=', bucket).executeTakeFirst();
    return row === undefined ? null : { count: row.count, lastAt: row.last_at };
  };
  const write = async (bucket: string, { count, lastAt }: Tries) => {
    const tries = { count, last_at: lastAt };
    await db
      .insertInto('throttles')
      .values({ bucket, ...tries })
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet(tries))
      .execute();
  };
  const forget = (bucket: string) => db.deleteFrom('throttles').where('bucket', '=', bucket).execute();

  return {
    /**
     * Locks the name, not the row, because the first try finds no row to lock. Reads in a statement of its own: the one that
     * waited would see the bucket as it was before.
     */
    async change(bucket, decide) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`throttle\n${bucket}`}, 0))`.execute(db);
      const before = await read(bucket);
      const after = decide(before);
      if (after !== null) await write(bucket, after);
      else if (before !== null) await forget(bucket);
      return after;
    },

    async forgetBefore(before) {
      const { numDeletedRows } = await db.deleteFrom('throttles').where('last_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
