import { CLOCK_SKEW_MAX_MS } from '@comptoir/core/kit/clock.js';
import { DomainError, hasCode } from '@comptoir/core/kit/errors.js';
import { hostsOf, type Vhost } from '@comptoir/core/vhosts/vhost.js';
import type { VhostStore, VhostViews } from '@comptoir/core/vhosts/vhost-store.js';
import { type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { json } from '../kit/json.js';
import type { VhostTable } from './vhost-tables.js';

/** There is one lease, for all files. */
const LEASE_ID = 1;

export function makeKyselyVhosts(db: Handle): VhostStore {
  return { ...rowsOf(db), ...leaseOf(db) };
}

function rowsOf(db: Handle): Pick<VhostStore, 'save' | 'remove' | 'setQuarantine'> {
  return {
    async save(vhost) {
      const columns = columnsOf(vhost);
      await db
        .insertInto('vhosts')
        .values({ domain: vhost.domain, ...columns })
        .onConflict((conflict) => conflict.column('domain').doUpdateSet(columns))
        .execute();
      await db.deleteFrom('vhost_hosts').where('domain', '=', vhost.domain).execute();
      const hosts = hostsOf(vhost).map((host, position) => ({ host, domain: vhost.domain, position }));
      await db.insertInto('vhost_hosts').values(hosts).execute().catch(asHostTaken);
    },

    async remove(domain) {
      const { numDeletedRows } = await db.deleteFrom('vhosts').where('domain', '=', domain).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async setQuarantine(domain, quarantine) {
      await db.updateTable('vhosts').set({ quarantine }).where('domain', '=', domain).execute();
    },
  };
}

function leaseOf(db: Handle): Pick<VhostStore, 'takeLease' | 'confirmLease' | 'releaseLease'> {
  return {
    async takeLease(holder, now, until) {
      const taken = await db
        .insertInto('vhost_lease')
        .values({ id: LEASE_ID, holder, lease_until: until })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ holder, lease_until: until })
            .where((where) =>
              where.or([
                where('vhost_lease.holder', '=', holder),
                where('vhost_lease.lease_until', '<=', now),
                where('vhost_lease.lease_until', '>', new Date(until.getTime() + CLOCK_SKEW_MAX_MS)),
              ]),
            ),
        )
        .returning('id')
        .executeTakeFirst();
      return taken !== undefined;
    },

    async confirmLease(holder) {
      const held = await db.selectFrom('vhost_lease').select('id').where('holder', '=', holder).forUpdate().executeTakeFirst();
      return held !== undefined;
    },

    async releaseLease(holder) {
      await db.deleteFrom('vhost_lease').where('holder', '=', holder).execute();
    },
  };
}

function columnsOf(vhost: Vhost) {
  const { appId, target, certPath, keyPath, automatic, quarantine, updatedAt } = vhost;
  return {
    app_id: appId,
    target: json(target),
    cert_path: certPath,
    key_path: keyPath,
    automatic,
    quarantine,
    updated_at: updatedAt,
  };
}

function asHostTaken(error: unknown): never {
  throw hasCode(error, 'duplicate') ? new DomainError('host_taken', { cause: error }) : error;
}

export function makeKyselyVhostViews(db: Handle): VhostViews {
  return {
    async get(domain) {
      const row = await selectVhosts(db).where('domain', '=', domain).executeTakeFirst();
      return row === undefined ? null : vhostOf(row);
    },

    async domainsOf(names) {
      if (names.length === 0) return new Map();
      const rows = await db
        .selectFrom('vhost_hosts')
        .select(['host', 'domain'])
        .where('host', 'in', [...names])
        .execute();
      return new Map(rows.map(({ host, domain }) => [host, domain]));
    },

    all: async () => (await selectVhosts(db).orderBy(sql`domain collate "C"`).execute()).map(vhostOf),

    async count() {
      const { rows } = await sql<{ published: number; quarantined: number }>`
        select count(*) filter (where quarantine is null)::int as published,
          count(*) filter (where quarantine is not null)::int as quarantined
        from vhosts`.execute(db);
      return rows[0] ?? { published: 0, quarantined: 0 };
    },
  };
}

function selectVhosts(db: Handle) {
  return db
    .selectFrom('vhosts')
    .selectAll()
    .select(
      sql<string[]>`(select coalesce(jsonb_agg(host order by position), '[]') from vhost_hosts
        where vhost_hosts.domain = vhosts.domain and position > 0)`.as('aliases'),
    );
}

function vhostOf(row: Selectable<VhostTable> & { aliases: string[] }): Vhost {
  return {
    domain: row.domain,
    appId: row.app_id,
    aliases: row.aliases,
    target: row.target,
    certPath: row.cert_path,
    keyPath: row.key_path,
    automatic: row.automatic,
    quarantine: row.quarantine,
    updatedAt: row.updated_at,
  };
}
