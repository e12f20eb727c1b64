import { journalKeyOf, readJournalCursor } from '@comptoir/core/journal/journal-cursor.js';
import type { Chain, JournalHead } from '@comptoir/core/journal/journal-entry.js';
import type { JournalFilter, JournalStore, JournalViews } from '@comptoir/core/journal/journal-store.js';
import { cursorPage } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';
import { entryOf, entryRowOf, headOf, headRowOf } from './journal-tables.js';

export function makeKyselyJournal(db: Handle): JournalStore {
  return {
    async lockHead(scope, chain) {
      const locked = await lockedHead(db, scope, chain);
      if (locked !== null) return locked;
      // An empty chain has no row to lock: whoever begins it is alone with its name.
      const name = JSON.stringify([scope.tenantId, scope.siteId, chain.register, chain.type]);
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
      return lockedHead(db, scope, chain);
    },

    async append(scope, entries, heads) {
      const added = jsonText(entries.map((entry) => entryRowOf(scope, entry)));
      const ends = jsonText(heads.map((head) => headRowOf(scope, head)));
      await sql`
        with added as (
          insert into journal_entries select * from jsonb_populate_recordset(null::journal_entries, ${added}::jsonb)
        )
        insert into journal_heads select * from jsonb_populate_recordset(null::journal_heads, ${ends}::jsonb)
        on conflict (tenant_id, site_id, register, type) do update
          set number = excluded.number, link = excluded.link, state = excluded.state, seal = excluded.seal, key_id = excluded.key_id`.execute(
        db,
      );
    },
  };
}

export function makeKyselyJournalViews(db: Handle): JournalViews {
  return {
    async list(scope, filter) {
      const last = readJournalCursor(filter.cursor);
      const rows = await listed(db, scope, filter)
        .$if(last !== null, (query) =>
          query.where(
            sql<boolean>`(register collate "C", type collate "C", number) > (${last?.register}, ${last?.type}, ${last?.number}::bigint)`,
          ),
        )
        .orderBy(sql`register collate "C"`)
        .orderBy(sql`type collate "C"`)
        .orderBy('number')
        .limit(filter.limit + 1)
        .execute();
      return cursorPage(rows.map(entryOf), filter.limit, journalKeyOf);
    },

    async entries(scope, chain, from, limit) {
      const rows = await ofChain(db, scope, chain).where('number', '>=', from).orderBy('number').limit(limit).execute();
      return rows.map(entryOf);
    },

    async at(scope, chain, instant) {
      const rows = await ofChain(db, scope, chain).where('at', '=', instant).orderBy('number').execute();
      return rows.map(entryOf);
    },

    async spans({ tenantId, siteId }, from, to) {
      return db
        .selectFrom('journal_entries')
        .select(['register', 'type', sql<number>`min(number)`.as('first'), sql<number>`max(number)`.as('last')])
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('at', '>=', from)
        .where('at', '<', to)
        .groupBy(['register', 'type'])
        .orderBy('register')
        .orderBy('type')
        .execute();
    },

    async heads(scope) {
      const rows = await headsOf(db, scope).orderBy(sql`register collate "C"`).orderBy(sql`type collate "C"`).execute();
      return rows.map(headOf);
    },

    async chains({ tenantId, siteId }) {
      return db
        .selectFrom('journal_entries')
        .select(['register', 'type'])
        .distinct()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .orderBy('register')
        .orderBy('type')
        .execute();
    },

    async sitesWithSales() {
      const rows = await db.selectFrom('journal_heads').select(['tenant_id', 'site_id']).distinct().where('type', '=', 'sale').execute();
      return rows.map(({ tenant_id: tenantId, site_id: siteId }) => ({ tenantId, siteId }));
    },
  };
}

async function lockedHead(db: Handle, scope: Scope, { register, type }: Chain): Promise<JournalHead | null> {
  const row = await headsOf(db, scope).where('register', '=', register).where('type', '=', type).forUpdate().executeTakeFirst();
  return row === undefined ? null : headOf(row);
}

function headsOf(db: Handle, { tenantId, siteId }: Scope) {
  return db.selectFrom('journal_heads').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
}

function ofSite(db: Handle, { tenantId, siteId }: Scope) {
  return db.selectFrom('journal_entries').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
}

function ofChain(db: Handle, scope: Scope, { register, type }: Chain) {
  return ofSite(db, scope).where('register', '=', register).where('type', '=', type);
}

function listed(db: Handle, scope: Scope, { register, type, from, to }: JournalFilter) {
  return ofSite(db, scope)
    .$if(register !== undefined, (query) => query.where('register', '=', register ?? ''))
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 'sale'))
    .$if(from !== undefined, (query) => query.where(sql<boolean>`at >= ${from}`))
    .$if(to !== undefined, (query) => query.where(sql<boolean>`at < ${to}`));
}
