import { NEVER_HERE, type Presence } from '@comptoir/core/access/scan.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import { uuidOf } from '../kit/uuids.js';

/** Who is inside, from the scans that stand. */

export interface PresenceRow {
  readonly inside: number;
  readonly last_gate: string | null;
  readonly last_entry: Date | null;
}

const ENTRIES = sql`filter (where direction = 'entry')`;

/** The columns of a `PresenceRow`, over rows of `access_scans`. */
const AGGREGATED = sql`
  coalesce(sum(case direction when 'entry' then 1 else -1 end), 0)::int as inside,
  (array_agg(gate order by at desc, id desc) ${ENTRIES})[1] as last_gate,
  (array_agg(at order by at desc, id desc) ${ENTRIES})[1] as last_entry`;

export const PRESENCE = sql`standing.inside, standing.last_gate, standing.last_entry`;

/** The presence of one holder as a table of one row; null is of nobody. */
export function standingScansOf({ tenantId, siteId }: Scope, holderId: string | null, since: Date | null): RawBuilder<unknown> {
  const recent = since === null ? sql`true` : sql`at >= ${since}`;
  return sql`(
    select ${AGGREGATED} from access_scans
    where tenant_id = ${uuidOf(tenantId)} and site_id = ${uuidOf(siteId)} and holder_id = ${holderId === null ? null : uuidOf(holderId)}
      and counts and annulled_at is null and ${recent}
  )`;
}

/** The presences of many, a row each with their `holder_id`. */
export function presencesOf({ tenantId, siteId }: Scope, holderIds: readonly string[]): RawBuilder<PresenceRow & { holder_id: string }> {
  return sql`
    select holder_id, ${AGGREGATED} from access_scans
    where tenant_id = ${uuidOf(tenantId)} and site_id = ${uuidOf(siteId)} and holder_id = any(${holderIds.map(uuidOf)}::uuid[])
      and counts and annulled_at is null
    group by holder_id`;
}

export function presenceOf(row: PresenceRow | undefined): Presence {
  if (row === undefined) return NEVER_HERE;
  const { inside, last_gate: gate, last_entry: at } = row;
  return { inside: Math.max(0, inside), lastEntry: gate === null || at === null ? null : { gate, at } };
}
