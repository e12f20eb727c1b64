import type { CertificateKey } from '@comptoir/core/certificates/certificate.js';
import type { CertificateStore, CertificateViews, CountedOrder } from '@comptoir/core/certificates/certificate-store.js';
import { type RatePolicy, rateStateOf } from '@comptoir/core/kit/rate-limit.js';
import { type FilterObject, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import type { Schema } from '../schema.js';
import { recordOf, rowOf } from './certificate-rows.js';

export function makeKyselyCertificates(db: Handle): CertificateStore {
  return {
    /** Locks the name, not the row, because the first caller finds no row to lock. */
    async change(key, decide) {
      await lock(db, `certificate\n${key.staging}\n${key.domain}`);
      const { record, result } = decide(await find(db, key));
      if (record !== null) {
        const row = rowOf(record);
        await db
          .insertInto('certificates')
          .values(row)
          .onConflict((conflict) => conflict.columns(['domain', 'staging']).doUpdateSet(row))
          .execute();
      }
      return result;
    },

    async takeOrder(order, budgets) {
      await lock(db, 'acme-orders');
      const waitSecs = Math.max(
        await waitSecsOf(db, order, budgets.account, { account: order.account }),
        await waitSecsOf(db, order, budgets.nameSet, { name_set: order.nameSet, outcome: 'issued' }),
        await waitSecsOf(db, order, budgets.failures, { domain: order.domain, outcome: 'failed' }),
      );
      if (waitSecs > 0) return waitSecs;
      const { id, account, domain, nameSet, at } = order;
      await db.insertInto('acme_orders').values({ id, account, domain, name_set: nameSet, at, outcome: 'open' }).execute();
      return null;
    },

    async settleOrder(id, outcome) {
      await db.updateTable('acme_orders').set({ outcome }).where('id', '=', id).execute();
    },

    async putChallenge(token, keyAuthorization, expiresAt) {
      const values = { key_authorization: keyAuthorization, expires_at: expiresAt };
      await db
        .insertInto('acme_challenges')
        .values({ token, ...values })
        .onConflict((conflict) => conflict.column('token').doUpdateSet(values))
        .execute();
    },

    async forgetBefore(challenges, orders) {
      const expired = await db.deleteFrom('acme_challenges').where('expires_at', '<', challenges).executeTakeFirst();
      const old = await db.deleteFrom('acme_orders').where('at', '<', orders).executeTakeFirst();
      return Number(expired.numDeletedRows) + Number(old.numDeletedRows);
    },
  };
}

export function makeKyselyCertificateViews(db: Handle): CertificateViews {
  const records = () => db.selectFrom('certificates').selectAll();
  return {
    get: (key) => find(db, key),
    due: async (now, limit) => (await records().where('look_at', '<=', now).orderBy('look_at').limit(limit).execute()).map(recordOf),
    // By bytes, as the store in memory sorts.
    all: async () => (await records().orderBy(sql`domain collate "C"`).orderBy('staging').execute()).map(recordOf),
    async challenge(token, now) {
      const found = await db
        .selectFrom('acme_challenges')
        .select('key_authorization')
        .where('token', '=', token)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return found?.key_authorization ?? null;
    },
  };
}

async function find(db: Handle, { domain, staging }: CertificateKey) {
  const row = await db
    .selectFrom('certificates')
    .selectAll()
    .where('domain', '=', domain)
    .where('staging', '=', staging)
    .executeTakeFirst();
  return row === undefined ? null : recordOf(row);
}

/** Until the transaction ends. A statement of its own: the one that waited would see the rows as they were before. */
async function lock(db: Handle, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** The seconds until the budget has room for the order; 0 when it has. */
async function waitSecsOf(
  db: Handle,
  { at }: CountedOrder,
  policy: RatePolicy,
  counted: FilterObject<Schema, 'acme_orders'>,
): Promise<number> {
  const rows = await db
    .selectFrom('acme_orders')
    .select('at')
    .where('at', '>', new Date(at.getTime() - policy.windowSecs * 1000))
    .where((eb) => eb.and(counted))
    .orderBy('at')
    .execute();
  const { remaining, resetSecs } = rateStateOf(
    rows.map((row) => row.at.getTime()),
    policy,
    at,
    false,
  );
  return remaining > 0 ? 0 : resetSecs;
}
