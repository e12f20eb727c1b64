import type { CertificateKey } from '@comptoir/core/certificates/certificate.js';
import type { CertificateStore, CertificateViews, CountedOrder } from '@comptoir/core/certificates/certificate-store.js';
import { type FullBudget, fullestOf, type OrderBudgets, waitSecsOf } from '@comptoir/core/certificates/order-budgets.js';
import { LOOK_AHEAD_MAX_MS } from '@comptoir/core/certificates/renewal.js';
import type { RatePolicy } from '@comptoir/core/kit/rate-limit.js';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { json } from '../kit/json.js';
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
      const full = fullestOf(await waitsOf(db, order, budgets));
      if (full !== null) return full;
      const { id, account, domain, nameSet, registeredDomains, at } = order;
      const row = { id, account, domain, name_set: nameSet, registered_domains: json(registeredDomains), at };
      await db
        .insertInto('acme_orders')
        .values({ ...row, outcome: 'open' })
        .execute();
      return null;
    },

    async settleOrder(id, outcome) {
      if (outcome === 'unmade') await db.deleteFrom('acme_orders').where('id', '=', id).execute();
      else await db.updateTable('acme_orders').set({ outcome }).where('id', '=', id).execute();
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
    async due(now, limit) {
      const farthest = new Date(now.getTime() + LOOK_AHEAD_MAX_MS);
      const due = records().where((where) => where.or([where('look_at', '<=', now), where('look_at', '>', farthest)]));
      return (await due.orderBy('look_at').limit(limit).execute()).map(recordOf);
    },
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

/** The wait for each budget of the order. One after the other: a transaction has one connection. */
async function waitsOf(db: Handle, order: CountedOrder, budgets: OrderBudgets): Promise<readonly FullBudget[]> {
  const { account, nameSet, domain, registeredDomains, at } = order;
  const waits = [
    await waitFor(db, 'account', at, budgets.account, sql`account = ${account}`),
    await waitFor(db, 'nameSet', at, budgets.nameSet, sql`name_set = ${nameSet} and outcome = 'issued'`),
    await waitFor(db, 'failures', at, budgets.failures, sql`domain = ${domain} and outcome = 'failed'`),
  ];
  if (budgets.registeredDomain === null) return waits;
  for (const registered of registeredDomains) {
    const counts = sql<SqlBool>`registered_domains @> ${json([registered])} and outcome <> 'failed'`;
    waits.push(await waitFor(db, 'registeredDomain', at, budgets.registeredDomain, counts));
  }
  return waits;
}

async function waitFor(
  db: Handle,
  budget: keyof OrderBudgets,
  at: Date,
  policy: RatePolicy,
  counts: RawBuilder<SqlBool>,
): Promise<FullBudget> {
  const rows = await db
    .selectFrom('acme_orders')
    .select('at')
    .where('at', '>', new Date(at.getTime() - policy.windowSecs * 1000))
    .where(counts)
    .orderBy('at')
    .execute();
  const hits = rows.map((row) => row.at.getTime());
  return { budget, waitSecs: waitSecsOf(hits, policy, at) };
}
