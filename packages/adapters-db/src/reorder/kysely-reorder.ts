import type { Scope } from '@comptoir/core/kit/scope.js';
import { DEMAND_REASONS, type ReorderFacts } from '@comptoir/core/reorder/reorder.js';
import type { NamedSuggestion, ReorderStore, ReorderViews } from '@comptoir/core/reorder/reorder-store.js';
import { byUnit } from '@comptoir/core/stock/stock-action.js';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { matches } from '../kit/crud-store.js';
import type { Handle } from '../kit/database-handle.js';
import type { ReorderSuggestionTable } from './reorder-tables.js';

export function makeKyselyReorder(db: Handle): ReorderStore {
  return {
    async put(scope, itemIds, suggestions) {
      const { tenantId, siteId } = scope;
      await sql`
        delete from reorder_suggestions
        where tenant_id = ${tenantId}::uuid and site_id = ${siteId}::uuid and ${isOfItems(sql.ref('item_id'), itemIds)}`.execute(db);
      if (suggestions.length === 0) return;
      await sql`
        insert into reorder_suggestions
        select ${tenantId}::uuid, ${siteId}::uuid, suggestion.* from unnest(
          ${suggestions.map(({ itemId }) => itemId)}::text[], ${suggestions.map(({ variantId }) => variantId ?? '')}::text[],
          ${suggestions.map(({ vendorId }) => vendorId)}::text[], ${suggestions.map(({ quantity }) => quantity)}::bigint[],
          ${suggestions.map(({ reorderPoint }) => reorderPoint)}::bigint[], ${suggestions.map(({ available }) => available)}::bigint[],
          ${suggestions.map(({ incoming }) => incoming)}::bigint[], ${suggestions.map(({ demand }) => demand)}::bigint[],
          ${suggestions.map(({ windowDays }) => windowDays)}::int[], ${suggestions.map(({ daysOfCover }) => daysOfCover)}::int[],
          ${suggestions.map(({ calculatedAt }) => calculatedAt)}::timestamptz[]) as suggestion
        on conflict (tenant_id, site_id, item_id, variant_id) do update set vendor_id = excluded.vendor_id, quantity = excluded.quantity,
          reorder_point = excluded.reorder_point, available = excluded.available, incoming = excluded.incoming, demand = excluded.demand,
          window_days = excluded.window_days, days_of_cover = excluded.days_of_cover, calculated_at = excluded.calculated_at`.execute(db);
    },
  };
}

export function makeKyselyReorderViews(db: Handle): ReorderViews {
  return {
    facts: (scope, itemIds, since) => facts(db, scope, itemIds, since),

    async of({ tenantId, siteId }, itemIds) {
      const rows = await db
        .selectFrom('reorder_suggestions')
        .select(['item_id as itemId', 'variant_id as variantId', 'quantity'])
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('quantity', '>', 0)
        .where(isOfItems(sql.ref('item_id'), itemIds))
        .execute();
      return rows.map(({ variantId, ...row }) => ({ ...row, variantId: variantId || null })).sort(byUnit);
    },

    async list({ tenantId, siteId }, { vendorId, all = false, search, page, pageSize }) {
      const chosen = sql`
        reorder_suggestions as suggestion
        join items as item on item.tenant_id = suggestion.tenant_id and item.site_id = suggestion.site_id and item.id = suggestion.item_id
          and item.manage_stock and item.deleted_at is null
        left join item_variants as variant on variant.tenant_id = suggestion.tenant_id and variant.site_id = suggestion.site_id
          and variant.item_id = suggestion.item_id and variant.id = suggestion.variant_id
        where suggestion.tenant_id = ${tenantId}::uuid and suggestion.site_id = ${siteId}::uuid
          and ${all ? sql`true` : sql`quantity > 0`} and ${vendorId === undefined ? sql`true` : sql`vendor_id = ${vendorId}`}
          and ${matches([sql.ref('item.name'), sql.ref('variant.name')], search)}`;
      const { rows: counted } = await sql<{ readonly total: number }>`select count(*) as total from ${chosen}`.execute(db);
      const { rows } = await sql<NamedRow>`
        select suggestion.*, item.name, variant.name as variant_name from ${chosen}
        order by days_of_cover nulls last, suggestion.item_id collate "C", suggestion.variant_id collate "C"
        limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
      return { items: rows.map(suggestionOf), total: counted[0]?.total ?? 0, page, pageSize };
    },
  };
}

function isOfItems(column: RawBuilder<unknown>, itemIds: readonly string[] | null): RawBuilder<boolean> {
  return itemIds === null ? sql<boolean>`true` : sql<boolean>`${column} = any(${[...itemIds]}::text[])`;
}

interface FactsRow {
  readonly item_id: string;
  readonly variant_id: string;
  readonly stock: number;
  readonly reserved: number;
  readonly threshold: number | null;
  readonly vendor_id: string | null;
  readonly incoming: number;
  readonly demand: number;
}

async function facts(db: Handle, { tenantId, siteId }: Scope, itemIds: readonly string[] | null, since: Date): Promise<ReorderFacts[]> {
  const { rows } = await sql<FactsRow>`
    select level.item_id, level.variant_id, level.stock, level.reserved, level.threshold, item.default_vendor_id as vendor_id,
      coalesce(flow.incoming, 0)::bigint as incoming, coalesce(flow.demand, 0)::bigint as demand
    from stock_levels as level
    join items as item on item.tenant_id = level.tenant_id and item.site_id = level.site_id and item.id = level.item_id
      and item.manage_stock and item.deleted_at is null
    left join (
      select item_id, variant_id,
        sum(quantity) filter (where status = 'PENDING' and direction = 'INCREMENT') as incoming,
        sum(quantity) filter (where status = 'COMPLETED' and direction = 'DECREMENT' and reason = any(${[...DEMAND_REASONS]}::text[])
          and settled_at >= ${since}) as demand
      from stock_actions
      where tenant_id = ${tenantId}::uuid and site_id = ${siteId}::uuid and ${isOfItems(sql.ref('item_id'), itemIds)}
      group by item_id, variant_id
    ) as flow on flow.item_id = level.item_id and flow.variant_id = level.variant_id
    where level.tenant_id = ${tenantId}::uuid and level.site_id = ${siteId}::uuid
      and ${isOfItems(sql.ref('level.item_id'), itemIds)}`.execute(db);
  return rows
    .map(({ item_id: itemId, variant_id: variantId, vendor_id: vendorId, ...rest }) => ({
      ...rest,
      itemId,
      variantId: variantId || null,
      vendorId,
    }))
    .sort(byUnit);
}

interface NamedRow extends Selectable<ReorderSuggestionTable> {
  readonly name: string;
  readonly variant_name: string | null;
}

function suggestionOf(row: NamedRow): NamedSuggestion {
  return {
    itemId: row.item_id,
    variantId: row.variant_id || null,
    vendorId: row.vendor_id,
    quantity: row.quantity,
    reorderPoint: row.reorder_point,
    available: row.available,
    incoming: row.incoming,
    demand: row.demand,
    windowDays: row.window_days,
    daysOfCover: row.days_of_cover,
    calculatedAt: row.calculated_at,
    name: row.name,
    variantName: row.variant_name,
  };
}
