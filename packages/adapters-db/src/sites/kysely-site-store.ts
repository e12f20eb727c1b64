import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Site } from '@comptoir/core/sites/site.js';
import type { SitePatch } from '@comptoir/core/sites/site-contract.js';
import type { SiteStore, SiteViews } from '@comptoir/core/sites/site-store.js';
import { type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asInUse } from '../kit/db-errors.js';
import { json } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';
import type { SiteTable } from './site-tables.js';

export function makeKyselySiteStore(db: Handle): SiteStore {
  const addHosts = async (scope: Scope, hosts: readonly string[]) => {
    if (hosts.length === 0) return;
    const rows = hosts.map((host, position) => ({ host, tenant_id: scope.tenantId, site_id: scope.siteId, position }));
    await db.insertInto('site_hosts').values(rows).execute();
  };

  return {
    async create({ tenantId, actor }, site) {
      const { slug, trade, name, description, phone, website, timezone, currency, version } = site;
      await db
        .insertInto('sites')
        .values({
          tenant_id: tenantId,
          id: site.id,
          slug,
          trade,
          name,
          description,
          phone,
          website,
          timezone,
          currency,
          version,
          address: json(site.address),
          languages: json(site.languages),
          hours: json(site.hours),
          exceptions: json(site.exceptions),
          features: json(site.features),
          ordering: json(site.ordering),
        })
        .execute();
      await addHosts({ tenantId, actor, siteId: site.id }, site.hosts);
    },

    async update(scope, patch) {
      const raised = await db
        .updateTable('sites')
        .set({ ...changedColumns(patch), version: sql<number>`version + 1` })
        .where('tenant_id', '=', uuidOf(scope.tenantId))
        .where('id', '=', uuidOf(scope.siteId))
        .returning('slug')
        .executeTakeFirst();
      if (raised === undefined) throw new DomainError('unknown_shop');
      if (patch.hosts !== undefined) {
        await db.deleteFrom('site_hosts').where('tenant_id', '=', scope.tenantId).where('site_id', '=', scope.siteId).execute();
        await addHosts(scope, patch.hosts);
      }
      const site = await readBySlug(db, raised.slug);
      if (site === null) throw new DomainError('unknown_shop');
      return site;
    },

    async touch(scope) {
      const { numUpdatedRows } = await db
        .updateTable('sites')
        .set({ version: sql<number>`version + 1` })
        .where('tenant_id', '=', uuidOf(scope.tenantId))
        .where('id', '=', uuidOf(scope.siteId))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new DomainError('unknown_shop');
    },

    async lock(scope) {
      const locked = await db
        .selectFrom('sites')
        .select('id')
        .where('tenant_id', '=', uuidOf(scope.tenantId))
        .where('id', '=', uuidOf(scope.siteId))
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (locked === undefined) throw new DomainError('unknown_shop');
    },

    async delete({ tenantId, siteId }) {
      const { numDeletedRows } = await db
        .deleteFrom('sites')
        .where('tenant_id', '=', uuidOf(tenantId))
        .where('id', '=', uuidOf(siteId))
        .executeTakeFirst()
        .catch(asInUse);
      if (numDeletedRows === 0n) throw new DomainError('unknown_shop');
    },
  };
}

export function makeKyselySiteViews(db: Handle): SiteViews {
  return {
    bySlug: (slug) => readBySlug(db, slug),

    async byHost(host) {
      const row = await db.selectFrom('site_hosts').select(['tenant_id', 'site_id']).where('host', '=', host).executeTakeFirst();
      return row === undefined ? null : { tenantId: row.tenant_id, id: row.site_id };
    },

    async versionBySlug(slug) {
      const { rows } = await sql<{ tenant_id: string; id: string; version: number }>`
        select tenant_id, id, version from sites where slug = ${slug}`.execute(db);
      const [row] = rows;
      return row === undefined ? null : { tenantId: row.tenant_id, siteId: row.id, version: row.version };
    },

    async get({ tenantId, siteId }) {
      const row = await selectSites(db).where('tenant_id', '=', uuidOf(tenantId)).where('id', '=', uuidOf(siteId)).executeTakeFirst();
      return row === undefined ? null : siteOf(row);
    },

    async list({ tenantId }) {
      const rows = await selectSites(db).where('tenant_id', '=', uuidOf(tenantId)).orderBy(sql`name collate "C"`).orderBy('id').execute();
      return rows.map(siteOf);
    },
  };
}

async function readBySlug(db: Handle, slug: string): Promise<Site | null> {
  const row = await selectSites(db).where('slug', '=', slug).executeTakeFirst();
  return row === undefined ? null : siteOf(row);
}

function selectSites(db: Handle) {
  return db
    .selectFrom('sites')
    .selectAll()
    .select(
      sql<string[]>`(select coalesce(jsonb_agg(host order by position), '[]') from site_hosts
        where site_hosts.tenant_id = sites.tenant_id and site_hosts.site_id = sites.id)`.as('hosts'),
    );
}

function siteOf(row: Selectable<SiteTable> & { hosts: string[] }): Site {
  const { tenant_id: tenantId, created_at: _createdAt, ...site } = row;
  return { ...site, tenantId };
}

/** The columns a patch names; what it leaves undefined is not among them. */
function changedColumns(patch: SitePatch) {
  const { address, languages, hours, exceptions, features, ordering, hosts: _hosts, ...plain } = patch;
  const named = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  return {
    ...named,
    ...(address && { address: json(address) }),
    ...(languages && { languages: json<readonly string[]>(languages) }),
    ...(hours && { hours: json<Site['hours']>(hours) }),
    ...(exceptions && { exceptions: json<Site['exceptions']>(exceptions) }),
    ...(features && { features: json(features) }),
    ...(ordering && { ordering: json(ordering) }),
  };
}
