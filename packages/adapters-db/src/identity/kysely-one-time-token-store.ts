import type { OneTimePurpose, OneTimeToken } from '@comptoir/core/identity/one-time-token.js';
import type { OneTimeTokenStore } from '@comptoir/core/identity/one-time-token-store.js';
import type { Selectable } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { json } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';
import type { OneTimeTokenTable } from './identity-tables.js';

export function makeKyselyOneTimeTokens(db: Handle): OneTimeTokenStore {
  return {
    async add({ hash, purpose, userId, details, createdAt, expiresAt, usedAt }) {
      await db
        .insertInto('one_time_tokens')
        .values({
          hash,
          purpose,
          user_id: userId,
          details: json(details),
          created_at: createdAt,
          expires_at: expiresAt,
          used_at: usedAt,
        })
        .execute();
    },

    async find(purpose, hash) {
      const row = await db
        .selectFrom('one_time_tokens')
        .selectAll()
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .executeTakeFirst();
      return row === undefined ? null : tokenOf(row);
    },

    /** One statement decides: whoever waited for the row finds it used. */
    async consume(purpose, hash, now) {
      const row = await db
        .updateTable('one_time_tokens')
        .set({ used_at: now })
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : tokenOf(row);
    },

    async withdraw(purpose: OneTimePurpose, userId, now) {
      const rows = await db
        .updateTable('one_time_tokens')
        .set({ used_at: now })
        .where('user_id', '=', uuidOf(userId))
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .returningAll()
        .execute();
      return rows.map(tokenOf);
    },

    async forgetBefore(before) {
      const { numDeletedRows } = await db.deleteFrom('one_time_tokens').where('expires_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

function tokenOf(row: Selectable<OneTimeTokenTable>): OneTimeToken {
  const { hash, purpose, details } = row;
  const token = { hash, purpose, details, userId: row.user_id, createdAt: row.created_at, expiresAt: row.expires_at, usedAt: row.used_at };
  // Purpose, user and details were written together, as one of the kinds there are.
  return token as OneTimeToken;
}
