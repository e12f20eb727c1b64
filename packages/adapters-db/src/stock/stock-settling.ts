import type { Scope } from '@comptoir/core/kit/scope.js';
import type { StockReason } from '@comptoir/core/stock/stock-action.js';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { texts } from '../clients/client-conditions.js';
import type { StockActionTable } from './stock-tables.js';

/**
 * One statement, as `posting`. Two that settle the same wait for each other at the actions: the second finds none pending. An
 * action with a reference is the only one of its unit with it, so no two of them move one level.
 */
export function settling(
  { tenantId, siteId }: Scope,
  reason: StockReason,
  reference: string,
  as: 'COMPLETED' | 'CANCELLED',
  at: Date,
): RawBuilder<Selectable<StockActionTable>> {
  return sql`
    with pending as materialized (
      select id, item_id, variant_id, direction, quantity,
        case when ${as} = 'CANCELLED' then 0 when direction = 'INCREMENT' then quantity else -quantity end as moved,
        case when direction = 'DECREMENT' then quantity else 0 end as promised
      from stock_actions
      where tenant_id = ${tenantId}::uuid and site_id = ${siteId}::uuid
        and reason = ${reason} and reference = ${reference} and status = 'PENDING'
      order by item_id collate "C", variant_id collate "C"
      for update
    ), locked as materialized (
      select pending.*, level.stock
      from pending join stock_levels as level
        on level.tenant_id = ${tenantId}::uuid and level.site_id = ${siteId}::uuid
        and level.item_id = pending.item_id and level.variant_id = pending.variant_id
      order by level.item_id collate "C", level.variant_id collate "C"
      for update of level
    ), moved as (
      update stock_levels as level
      set stock = level.stock + locked.moved, reserved = level.reserved - locked.promised, updated_at = ${at}::timestamptz
      from locked
      where level.tenant_id = ${tenantId}::uuid and level.site_id = ${siteId}::uuid
        and level.item_id = locked.item_id and level.variant_id = locked.variant_id
    ), settled as (
      update stock_actions as action
      set status = ${as}, settled_at = ${at}::timestamptz,
        stock_before = case when ${as} = 'COMPLETED' then locked.stock end,
        stock_after = case when ${as} = 'COMPLETED' then locked.stock + locked.moved end
      from locked
      where action.tenant_id = ${tenantId}::uuid and action.site_id = ${siteId}::uuid and action.id = locked.id
      returning action.*
    )
    select * from settled`;
}

/** The same for many references, whose actions may move one level: each level moves once, and the actions of it follow each other. */
export function settlingAll(
  { tenantId, siteId }: Scope,
  reason: StockReason,
  references: readonly string[],
  as: 'COMPLETED' | 'CANCELLED',
  at: Date,
): RawBuilder<Selectable<StockActionTable>> {
  return sql`
    with pending as materialized (
      select id, item_id, variant_id, reference,
        case when ${as} = 'CANCELLED' then 0 when direction = 'INCREMENT' then quantity else -quantity end as moved,
        case when direction = 'DECREMENT' then quantity else 0 end as promised
      from stock_actions
      where tenant_id = ${tenantId}::uuid and site_id = ${siteId}::uuid
        and reason = ${reason} and reference = any (${texts(references)}) and status = 'PENDING'
      order by item_id collate "C", variant_id collate "C", id
      for update
    ), unit as (
      select item_id, variant_id, sum(moved)::bigint as moved, sum(promised)::bigint as promised from pending group by item_id, variant_id
    ), locked as materialized (
      select level.item_id, level.variant_id, level.stock, unit.moved, unit.promised
      from unit join stock_levels as level
        on level.tenant_id = ${tenantId}::uuid and level.site_id = ${siteId}::uuid
        and level.item_id = unit.item_id and level.variant_id = unit.variant_id
      order by level.item_id collate "C", level.variant_id collate "C"
      for update of level
    ), moved as (
      update stock_levels as level
      set stock = level.stock + locked.moved, reserved = level.reserved - locked.promised, updated_at = ${at}::timestamptz
      from locked
      where level.tenant_id = ${tenantId}::uuid and level.site_id = ${siteId}::uuid
        and level.item_id = locked.item_id and level.variant_id = locked.variant_id
    ), placed as (
      select pending.id, pending.moved, locked.stock
          + sum(pending.moved) over (partition by item_id, variant_id order by reference, pending.id)::bigint as after
      from pending join locked using (item_id, variant_id)
    ), settled as (
      update stock_actions as action
      set status = ${as}, settled_at = ${at}::timestamptz,
        stock_before = case when ${as} = 'COMPLETED' then placed.after - placed.moved end,
        stock_after = case when ${as} = 'COMPLETED' then placed.after end
      from placed
      where action.tenant_id = ${tenantId}::uuid and action.site_id = ${siteId}::uuid and action.id = placed.id
      returning action.*
    )
    select * from settled`;
}
