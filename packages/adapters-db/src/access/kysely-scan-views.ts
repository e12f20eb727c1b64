import type { HourSums } from '@comptoir/core/access/attendance.js';
import type { GateCount } from '@comptoir/core/access/occupancy.js';
import { NEVER_HERE } from '@comptoir/core/access/scan.js';
import type { ScanViews } from '@comptoir/core/access/scan-store.js';
import { cursorPage } from '@comptoir/core/kit/page.js';
import { placeCursorOf, readPlaceCursor } from '@comptoir/core/kit/place-cursor.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { uuidOf } from '../kit/uuids.js';
import { scanOf } from './access-tables.js';
import { presenceOf, presencesOf } from './presence.js';

export function makeKyselyScanViews(db: Handle): ScanViews {
  return {
    async list({ tenantId, siteId }, { cursor, limit, gate, from, to }) {
      const last = readPlaceCursor(cursor);
      const rows = await db
        .selectFrom('access_scans')
        .selectAll()
        .where('tenant_id', '=', uuidOf(tenantId))
        .where('site_id', '=', uuidOf(siteId))
        .$if(last !== null, (query) => query.where(sql<boolean>`(at, id) < (${last?.at}, ${uuidOf(last?.id ?? '')}::uuid)`))
        .$if(gate !== undefined, (query) => query.where('gate', '=', gate ?? ''))
        .$if(from !== undefined, (query) => query.where(sql<boolean>`at >= ${from}`))
        .$if(to !== undefined, (query) => query.where(sql<boolean>`at < ${to}`))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      return cursorPage(rows.map(scanOf), limit, placeCursorOf);
    },

    async gateCounts({ tenantId, siteId }, day) {
      const { rows } = await sql<GateCount>`
        select gate, sum(entries)::int as entries, sum(exits)::int as exits from access_counts
        where tenant_id = ${uuidOf(tenantId)} and site_id = ${uuidOf(siteId)} and day = ${day}::date
        group by gate order by gate collate "C"`.execute(db);
      return rows;
    },

    async hours({ tenantId, siteId }, { first, last }) {
      const wanted = sql`tenant_id = ${uuidOf(tenantId)} and site_id = ${uuidOf(siteId)} and day between ${first}::date and ${last}::date`;
      const { rows } = await sql<HourSums>`
        select day::text as day, hour::int as hour, sum(scanned)::int as scanned, sum(counted)::int as counted
        from (
          select day, hour, arrivals as scanned, 0 as counted from access_counts where ${wanted}
          union all
          select day, hour, 0, count from attendance_counts where ${wanted}
        ) as sums
        group by day, hour having sum(scanned) <> 0 or sum(counted) <> 0 order by day, hour`.execute(db);
      return rows;
    },

    async presences(scope, holderIds) {
      if (holderIds.length === 0) return new Map();
      const { rows } = await presencesOf(scope, holderIds).execute(db);
      const found = new Map(rows.map((row) => [row.holder_id, presenceOf(row)]));
      return new Map(holderIds.map((id) => [id, found.get(id) ?? NEVER_HERE]));
    },
  };
}
