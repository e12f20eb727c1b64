import { type GateFields, RULE_SETTINGS } from '@comptoir/core/access/gate.js';
import type { GateCount } from '@comptoir/core/access/occupancy.js';
import type { Scan } from '@comptoir/core/access/scan.js';
import type { ScanStore } from '@comptoir/core/access/scan-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';
import { type ScanTable, scanOf, scanRowOf } from './access-tables.js';
import { PRESENCE, type PresenceRow, presenceOf, standingScansOf } from './presence.js';

/** Scans: one statement looks at everything a decision needs, one keeps the scan and counts it. */
export function makeKyselyScans(db: Handle): ScanStore {
  return {
    async scene(scope, { gate, nonce, holderId, sessionId, since }) {
      const earlier = sql`select * from access_scans where ${ofSite(scope)} and gate = ${gate} and nonce = ${nonce}`;
      const rules = sql`select details as gate_details from access_gates where ${ofSite(scope)} and name = ${gate}`;
      const settings = sql`
        select jsonb_object_agg(key, value) from site_settings where ${ofSite(scope)} and key = any(${Object.values(RULE_SETTINGS)}::text[])`;
      const session = sql`
        select starts_at as "startsAt", ends_at as "endsAt", cancelled_at as "cancelledAt" from ticket_sessions
        where ${ofSite(scope)} and id = ${sessionId === null ? null : uuidOf(sessionId)}`;
      const { rows } = await sql<SceneRow>`
        select earlier.*, rules.gate_details, ${PRESENCE}, session.*, (${settings}) as settings
        from ${standingScansOf(scope, holderId, since)} as standing
        left join (${earlier}) as earlier on true left join (${rules}) as rules on true
        left join (${session}) as session on true`.execute(db);
      const [row] = rows;
      if (row === undefined) throw new Error('An aggregate has a row.');
      return {
        earlier: row.id === null ? null : scanOf(row),
        gate: row.gate_details,
        settings: new Map(Object.entries(row.settings ?? {})),
        session: row.startsAt === null ? null : { startsAt: row.startsAt, endsAt: row.endsAt, cancelledAt: row.cancelledAt },
        presence: presenceOf(row),
      };
    },

    async byNonce(scope, gate, nonce) {
      const { rows } = await sql<Selectable<ScanTable>>`
        select * from access_scans where ${ofSite(scope)} and gate = ${gate} and nonce = ${nonce}`.execute(db);
      return rows[0] === undefined ? null : scanOf(rows[0]);
    },

    async add(scope, scan, { day, hour }) {
      const row = jsonText(scanRowOf({ ...scan, tenantId: scope.tenantId, siteId: scope.siteId }));
      const { rows } = await sql<AddedRow>`
        with added as (
          insert into access_scans select * from jsonb_populate_record(null::access_scans, ${row}::jsonb)
          on conflict (site_id, gate, nonce, tenant_id) do nothing
          returning tenant_id, site_id, gate, counts, uses, at, holder_kind, holder_id
        ), used as (
          update tickets set state = 'used', used_at = added.at from added
          where added.uses and added.holder_kind = 'ticket' and tickets.state = 'valid'
            and tickets.tenant_id = added.tenant_id and tickets.site_id = added.site_id and tickets.id = added.holder_id::text
        ), counted as (
          insert into access_counts (tenant_id, site_id, day, hour, gate, entries, exits, arrivals)
          select tenant_id, site_id, ${day}::date, ${hour}::smallint, gate, ${entriesOf(scan)}, ${exitsOf(scan)}, ${arrivalsOf(scan)}
          from added where counts
          on conflict (tenant_id, site_id, day, gate, hour) do update
            set entries = access_counts.entries + excluded.entries, exits = access_counts.exits + excluded.exits,
                arrivals = access_counts.arrivals + excluded.arrivals
          returning gate, hour, entries, exits
        ), hours as (
          select gate, entries, exits from counted
          union all
          select gate, entries, exits from access_counts
          where ${ofSite(scope)} and day = ${day}::date and (gate, hour) not in (select gate, hour from counted)
        ), gates as (
          select gate, sum(entries)::int as entries, sum(exits)::int as exits from hours group by gate
        )
        select (select count(*) from added)::int as added, coalesce(jsonb_agg(gates order by gate collate "C"), '[]') as gates
        from gates`.execute(db);
      return rows[0]?.added === 1 ? rows[0].gates : null;
    },

    async annul(scope, scan, { day, hour }, at) {
      const { rows } = await sql`
        with annulled as (
          update access_scans set annulled_at = ${at}
          where ${ofSite(scope)} and id = ${uuidOf(scan.id)} and annulled_at is null
          returning id, gate, counts
        ), uncounted as (
          update access_counts as count
          set entries = count.entries - ${entriesOf(scan)}, exits = count.exits - ${exitsOf(scan)},
              arrivals = count.arrivals - ${arrivalsOf(scan)}
          from annulled
          where annulled.counts and count.tenant_id = ${scope.tenantId} and count.site_id = ${scope.siteId}
            and count.day = ${day}::date and count.hour = ${hour}::smallint and count.gate = annulled.gate
        )
        select id from annulled`.execute(db);
      return rows.length === 1;
    },

    async presence(scope, holderId) {
      const { rows } = await sql<PresenceRow>`select ${PRESENCE} from ${standingScansOf(scope, holderId, null)} as standing`.execute(db);
      return presenceOf(rows[0]);
    },

    async count({ tenantId, siteId }, { id, day, hour, at, count, note, actor }) {
      await db
        .insertInto('attendance_counts')
        .values({ tenant_id: tenantId, site_id: siteId, id, day, hour, at, count, note, actor })
        .execute();
    },
  };
}

interface SceneRow extends Selectable<ScanTable>, PresenceRow {
  readonly gate_details: GateFields | null;
  readonly settings: Readonly<Record<string, unknown>> | null;
  /** Null, as the others of the session, when there is none. */
  readonly startsAt: Date | null;
  readonly endsAt: Date;
  readonly cancelledAt: Date | null;
}

interface AddedRow {
  readonly added: number;
  readonly gates: readonly GateCount[];
}

function entriesOf({ counts, direction }: Scan): RawBuilder<number> {
  return sql<number>`${counts && direction === 'entry' ? 1 : 0}::int`;
}

function exitsOf({ counts, direction }: Scan): RawBuilder<number> {
  return sql<number>`${counts && direction === 'exit' ? 1 : 0}::int`;
}

function arrivalsOf({ uses }: Scan): RawBuilder<number> {
  return sql<number>`${uses ? 1 : 0}::int`;
}

function ofSite({ tenantId, siteId }: Scope): RawBuilder<unknown> {
  return sql`tenant_id = ${uuidOf(tenantId)} and site_id = ${uuidOf(siteId)}`;
}
