import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';

/**
 * Counts the months of every establishment that are to be kept (migration 0038): those that have been over for long enough, and those that something
 * has happened to since they were counted. Returns of how many establishments. What is not counted yet is counted by whoever asks (`countOf`), so
 * nothing is wrong when this is late.
 */
export async function countMonths(db: Handle): Promise<number> {
  const { rows } = await sql<{ tenantId: string; siteId: string }>`
    select sites.tenant_id as "tenantId", sites.id as "siteId"
    from sites left join order_tally_marks as mark on mark.tenant_id = sites.tenant_id and mark.site_id = sites.id
    where coalesce(mark.until, '-infinity') < ${LAST_OVER} or exists (
      select from order_tallies as tally
      where tally.tenant_id = sites.tenant_id and tally.site_id = sites.id and not tally.counted and tally.month < mark.until)
    order by sites.tenant_id, sites.id`.execute(db);
  for (const site of rows) await countMonthsOf(db, site);
  return rows.length;
}

/** The first month that has not been over for long enough: everything that happens to an order of the months before it is noted by a trigger. */
const LAST_OVER = sql`date_trunc('month', (now() - interval '8 days') at time zone 'UTC')::date`;

async function countMonthsOf(db: Handle, { tenantId, siteId }: { readonly tenantId: string; readonly siteId: string }): Promise<void> {
  // One at a time: the second sees what the first has counted.
  await sql`
    insert into order_tally_marks (tenant_id, site_id, until) values (${tenantId}, ${siteId}, '-infinity')
    on conflict (tenant_id, site_id) do update set until = order_tally_marks.until`.execute(db);
  // One statement, hence one snapshot: what is noted is dropped exactly when it is counted.
  const ofSite = sql`tenant_id = ${tenantId}::uuid and site_id = ${siteId}::uuid`;
  await sql`
    with before as (
      select until from order_tally_marks where ${ofSite}
    ), after as (
      select greatest(until, ${LAST_OVER}) as until from before
    ), changed as (
      select array_agg(distinct month) as months from order_tallies where ${ofSite} and not counted
    ), dropped as (
      delete from order_tallies using before, after, changed
      where ${ofSite} and month < after.until and (month >= before.until or month = any (changed.months))
    ), counted as (
      insert into order_tallies (tenant_id, site_id, month, status, channel, payment_state, priority, orders, counted)
      select tenant_id, site_id, placed_month, status, channel, payment_state, priority, count(*), true from orders, before, after, changed
      where ${ofSite} and placed_month < after.until and (placed_month >= before.until or placed_month = any (changed.months))
      group by tenant_id, site_id, placed_month, status, channel, payment_state, priority
    )
    update order_tally_marks set until = after.until from after where ${ofSite}`.execute(db);
}
