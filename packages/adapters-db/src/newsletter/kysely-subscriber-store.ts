import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Subscriber, SubscriberStore, SubscriberViews } from '@comptoir/core/newsletter/subscriber.js';
import { type Selectable, sql } from 'kysely';
import { addressHash } from '../campaigns/reachable.js';
import type { Handle } from '../kit/database-handle.js';
import { readPage } from '../kit/read-page.js';
import { startsWith } from '../kit/starts-with.js';
import { uuidOf } from '../kit/uuids.js';
import type { SubscriberTable } from './subscriber-tables.js';

export function makeKyselySubscribers(db: Handle): SubscriberStore {
  async function locked(scope: Scope, email: string): Promise<Subscriber | null> {
    const row = await ofSite(db, scope).where('email', '=', email).forUpdate().executeTakeFirst();
    return row === undefined ? null : subscriberOf(row);
  }

  async function put({ tenantId, siteId }: Scope, subscriber: Subscriber): Promise<Subscriber> {
    const { id, ...row } = rowOf(subscriber);
    await db
      .insertInto('newsletter_subscribers')
      .values({ tenant_id: tenantId, site_id: siteId, id, ...row })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'site_id', 'id']).doUpdateSet(row))
      .execute();
    return subscriber;
  }

  return {
    async change(scope, email, decide) {
      // Where nobody is known there is no row to lock: two who ask at once for the same address wait here for each other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.siteId} ${email}`}, 0))`.execute(db);
      return put(scope, decide(await locked(scope, email)));
    },
    async changeKnown(scope, email, decide) {
      const known = await locked(scope, email);
      return known === null ? null : put(scope, decide(known));
    },
    async remove({ tenantId, siteId }, id) {
      const { numDeletedRows } = await db
        .deleteFrom('newsletter_subscribers')
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', uuidOf(id))
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new DomainError('unknown_record');
    },
    async lift({ tenantId, siteId }, email) {
      await db
        .deleteFrom('mail_suppressions')
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('address_hash', '=', addressHash(sql`${email}::text`))
        .execute();
    },
  };
}

export function makeKyselySubscriberViews(db: Handle): SubscriberViews {
  return {
    async byEmail(scope, email) {
      const row = await ofSite(db, scope).where('email', '=', email).executeTakeFirst();
      return row === undefined ? null : subscriberOf(row);
    },
    async list(scope, { state, search, ...page }) {
      const query = ofSite(db, scope)
        .where(startsWith(sql.ref('email'), search))
        .$if(state !== undefined, (query_) => query_.where('state', '=', state ?? 'pending'));
      const { items, ...rest } = await readPage(query.orderBy('created_at', 'desc').orderBy('id', 'desc'), page);
      return { items: items.map(subscriberOf), ...rest };
    },
    async walk(scope, state, after, limit) {
      const rows = await ofSite(db, scope)
        .where('state', '=', state)
        .$if(after !== null, (query) => query.where(sql<boolean>`email collate "C" > ${after ?? ''}`))
        .orderBy(sql`email collate "C"`)
        .limit(limit + 1)
        .execute();
      const items = rows.slice(0, limit).map(subscriberOf);
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.email ?? null) : null };
    },
  };
}

function ofSite(db: Handle, { tenantId, siteId }: Scope) {
  return db.selectFrom('newsletter_subscribers').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
}

function subscriberOf(row: Selectable<SubscriberTable>): Subscriber {
  const { id, email, language, state, source } = row;
  return { id, email, language, state, source, createdAt: row.created_at, confirmedAt: row.confirmed_at, endedAt: row.ended_at };
}

function rowOf({ id, email, language, state, source, createdAt, confirmedAt, endedAt }: Subscriber) {
  return { id, email, language, state, source, created_at: createdAt, confirmed_at: confirmedAt, ended_at: endedAt };
}
