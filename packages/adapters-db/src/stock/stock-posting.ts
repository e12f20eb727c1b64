import type { Scope } from '@comptoir/core/kit/scope.js';
import type { NewStockAction } from '@comptoir/core/stock/stock-action.js';
import { type RawBuilder, sql } from 'kysely';
import { jsonText } from '../kit/json.js';
import { newActionRow } from './stock-rows.js';

export interface PostingRow {
  /** False when no stock is kept of one of the units; then nothing was written. */
  readonly known: boolean;
  /** Null when nothing is short; else nothing was written. */
  readonly short: readonly ShortRow[] | null;
  /** Null when nothing was written. */
  readonly written: readonly WrittenRow[] | null;
}

interface ShortRow {
  readonly item_id: string;
  readonly variant_id: string;
  readonly wanted: number;
  readonly available: number;
}

interface WrittenRow {
  readonly id: string;
  readonly stock_before: number | null;
  readonly stock_after: number | null;
}

/**
 * One statement for locks, check, levels and actions: a level that everybody wants is locked from here to the commit, so every
 * round trip in between would be waited for by all.
 *
 * The statement sees the table as it was when it began. Only `locked` may be read for what a level is now: the lock waits, and
 * gives the newest version of the row. Everything after it feeds on it, and so runs only once all locks are held. The update
 * finds the same newest version, because the row is ours by then.
 */
export function posting(scope: Scope, actions: readonly NewStockAction[], guarded: boolean): RawBuilder<PostingRow> {
  const [tenantId, siteId] = [sql`${scope.tenantId}::uuid`, sql`${scope.siteId}::uuid`];
  return sql`
    with action as materialized (
      select *,
        case when status <> 'COMPLETED' then 0 when direction = 'INCREMENT' then quantity else -quantity end as moved,
        case when status = 'PENDING' and direction = 'DECREMENT' then quantity else 0 end as promised
      from jsonb_to_recordset(${jsonText(actions.map(newActionRow))}::jsonb) as action (
        position int, id uuid, item_id text, variant_id text, direction text, quantity bigint, status text, reason text,
        reference text, note text, actor text, created_at timestamptz)
    ), unit as materialized (
      select item_id, variant_id, sum(moved)::bigint as moved, sum(promised)::bigint as promised, max(created_at) as at
      from action group by item_id, variant_id
    ), locked as materialized (
      select unit.*, level.stock, greatest(level.stock - level.reserved, 0) as available
      from unit join stock_levels as level
        on level.tenant_id = ${tenantId} and level.site_id = ${siteId}
        and level.item_id = unit.item_id and level.variant_id = unit.variant_id
      order by level.item_id collate "C", level.variant_id collate "C"
      for update of level
    ), outcome as materialized (
      select (select count(*) from locked) = (select count(*) from unit) as known,
        (select jsonb_agg(jsonb_build_object('item_id', item_id, 'variant_id', variant_id,
            'wanted', promised - moved, 'available', available))
          from locked where ${guarded}::boolean and promised - moved > available) as short
    ), change as materialized (
      select locked.* from locked, outcome where outcome.known and outcome.short is null
    ), moved as (
      update stock_levels as level
      set stock = level.stock + change.moved, reserved = level.reserved + change.promised, updated_at = change.at
      from change
      where level.tenant_id = ${tenantId} and level.site_id = ${siteId}
        and level.item_id = change.item_id and level.variant_id = change.variant_id
    ), written as (
      insert into stock_actions (tenant_id, site_id, id, item_id, variant_id, direction, quantity, status, reason,
        stock_before, stock_after, reference, note, actor, created_at, settled_at)
      select ${tenantId}, ${siteId}, action.id, action.item_id, action.variant_id, direction, quantity, status, reason,
        case when status = 'COMPLETED' then change.stock + sum(action.moved) over so_far - action.moved end,
        case when status = 'COMPLETED' then change.stock + sum(action.moved) over so_far end,
        reference, note, actor, created_at, case when status = 'COMPLETED' then created_at end
      from action join change on change.item_id = action.item_id and change.variant_id = action.variant_id
      window so_far as (partition by action.item_id, action.variant_id order by action.position)
      returning id, stock_before, stock_after
    )
    select known, short, (select jsonb_agg(to_jsonb(written)) from written) as written from outcome`;
}
