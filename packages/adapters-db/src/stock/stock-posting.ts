import type { Scope } from '@comptoir/core/kit/scope.js';
import { effectOf, type NewStockAction, signedQuantity } from '@comptoir/core/stock/stock-action.js';
import { type RawBuilder, sql } from 'kysely';
import { jsonText } from '../kit/json.js';
import { settledAtOf, unitRow } from './stock-rows.js';
import type { PlacedAction, UnitMove } from './unit-moves.js';

/** A level as it was found and locked. */
export interface LockedRow {
  readonly item_id: string;
  readonly variant_id: string;
  readonly stock: number;
  readonly available: number;
  /** Alike in all rows: false when nothing was written. */
  readonly posted: boolean;
}

/**
 * Tenant and site come along in the rows: as constants they would make a table that nobody has analyzed yet look as if it had one row.
 *
 * One statement for locks, check, levels and actions: a level that everybody wants is locked from here to the commit, so every
 * round trip in between would be waited for by all. Returns the levels it has locked, as they were.
 *
 * The statement sees the table as it was when it began. Only `locked` may be read for what a level is now: the lock waits, and
 * gives the newest version of the row. Everything after it feeds on it, and so runs only once all locks are held. The update
 * finds the same newest version, because the row is ours by then.
 */
export function posting(
  { tenantId, siteId }: Scope,
  units: readonly UnitMove[],
  placed: readonly PlacedAction[],
  at: Date,
  guarded: boolean,
): RawBuilder<LockedRow> {
  const wanted = jsonText(units.map(({ moved, promised, ...unit }) => ({ ...unitRow(unit), moved, promised })));
  return sql`
    with wanted as materialized (
      select ${tenantId}::uuid as tenant_id, ${siteId}::uuid as site_id, unit.*
      from jsonb_to_recordset(${wanted}::jsonb) as unit (item_id text, variant_id text, moved bigint, promised bigint)
    ), locked as materialized (
      select level.tenant_id, level.site_id, level.item_id, level.variant_id, level.stock, greatest(level.stock - level.reserved, 0) as available, unit.moved, unit.promised
      from wanted as unit join stock_levels as level
        on level.tenant_id = unit.tenant_id and level.site_id = unit.site_id
        and level.item_id = unit.item_id and level.variant_id = unit.variant_id
      order by level.item_id collate "C", level.variant_id collate "C"
      for update of level
    ), change as materialized (
      select * from locked
      where (select count(*) from locked) = ${units.length}::int
        and not exists (select from locked where ${guarded}::boolean and promised - moved > available)
    ), moved as (
      update stock_levels as level
      set stock = level.stock + change.moved, reserved = level.reserved + change.promised, updated_at = ${at}::timestamptz
      from change
      where level.tenant_id = change.tenant_id and level.site_id = change.site_id
        and level.item_id = change.item_id and level.variant_id = change.variant_id
    ), written as (
      insert into stock_actions (tenant_id, site_id, id, item_id, variant_id, direction, quantity, status, reason,
        stock_before, stock_after, reference, note, actor, created_at, settled_at)
      select ${tenantId}::uuid, ${siteId}::uuid, action.id, item_id, variant_id, direction, quantity, status, reason,
        change.stock + before, change.stock + after, reference, note, actor, created_at, settled_at
      from change join jsonb_to_recordset(${jsonText(placed.map(actionRow))}::jsonb) as action (
        id uuid, item_id text, variant_id text, direction text, quantity bigint, status text, reason text, before bigint, after bigint,
        reference text, note text, actor text, created_at timestamptz, settled_at timestamptz) using (item_id, variant_id)
    )
    select item_id, variant_id, stock, available, exists (select from change) as posted from locked`;
}

/** `before` and `after` count from the stock that the unit has when it is locked. */
function actionRow({ action, movedBefore }: PlacedAction) {
  const { id, direction, quantity, status, reason, reference, note, actor, createdAt } = action;
  const fields = { ...unitRow(action), id, direction, quantity, status, reason, reference, note, actor, created_at: createdAt };
  if (status === 'PENDING') return fields;
  return { ...fields, before: movedBefore, after: movedBefore + signedQuantity(action), settled_at: settledAtOf(action) };
}

/**
 * As `posting`, for a single action, and half as long: the update itself locks, waits and looks. Returns the stock before it; no
 * row when nothing was written, which says nothing about why.
 */
export function postingOne({ tenantId, siteId }: Scope, action: NewStockAction, guarded: boolean): RawBuilder<{ readonly stock: number }> {
  const { item_id: itemId, variant_id: variantId } = unitRow(action);
  const { stock: moved, reserved: promised } = effectOf(action);
  const done = action.status === 'COMPLETED';
  return sql`
    with level as (
      update stock_levels
      set stock = stock + ${moved}::bigint, reserved = reserved + ${promised}::bigint, updated_at = ${action.createdAt}::timestamptz
      where tenant_id = ${tenantId}::uuid and site_id = ${siteId}::uuid and item_id = ${itemId} and variant_id = ${variantId}
        and (not ${guarded}::boolean or ${promised - moved}::bigint <= greatest(stock - reserved, 0))
      returning stock - ${moved}::bigint as stock
    ), written as (
      insert into stock_actions (tenant_id, site_id, id, item_id, variant_id, direction, quantity, status, reason,
        stock_before, stock_after, reference, note, actor, created_at, settled_at)
      select ${tenantId}::uuid, ${siteId}::uuid, ${action.id}::uuid, ${itemId}, ${variantId}, ${action.direction},
        ${action.quantity}::bigint, ${action.status}, ${action.reason},
        case when ${done}::boolean then stock end, case when ${done}::boolean then stock + ${moved}::bigint end,
        ${action.reference}, ${action.note}, ${action.actor}, ${action.createdAt}::timestamptz, ${settledAtOf(action)}::timestamptz
      from level
    )
    select stock from level`;
}
