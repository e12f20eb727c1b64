import type { Page } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { byUnit } from '@comptoir/core/stock/stock-action.js';
import type { InventoryFilter, InventoryRow, StockActionFilter, StockValue, StockViews } from '@comptoir/core/stock/stock-store.js';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { texts } from '../clients/client-conditions.js';
import { matches } from '../kit/crud-store.js';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';
import { readPage } from '../kit/read-page.js';
import { uuidOf } from '../kit/uuids.js';
import { actionOf, levelOf, unitOf } from './stock-rows.js';
import type { StockActionTable, StockLevelTable } from './stock-tables.js';
import { verifyLedger } from './stock-verification.js';

export function makeKyselyStockViews(db: Handle): StockViews {
  return {
    async levels({ tenantId, siteId }, itemIds) {
      const ofSite = db.selectFrom('stock_levels').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
      if (itemIds?.length === 0) return [];
      const rows = await (itemIds === undefined ? ofSite : ofSite.where(sql<boolean>`item_id = any (${texts(itemIds)})`)).execute();
      return rows.map(levelOf).sort(byUnit);
    },

    async promisedTo({ tenantId, siteId }, channel, itemIds) {
      const { rows } = await sql<{ item_id: string; variant_id: string; quantity: number }>`
        select action.item_id, action.variant_id, sum(action.quantity)::bigint as quantity
        from stock_actions as action
        join orders on orders.tenant_id = action.tenant_id and orders.site_id = action.site_id and orders.id = action.reference
        where action.tenant_id = ${tenantId}::uuid and action.site_id = ${siteId}::uuid
          and action.item_id = any (array(select jsonb_array_elements_text(${jsonText(itemIds)}::jsonb)))
          and action.status = 'PENDING' and action.direction = 'DECREMENT' and orders.channel = ${channel}
        group by action.item_id, action.variant_id`.execute(db);
      return rows.map((row) => ({ ...unitOf(row), quantity: row.quantity })).sort(byUnit);
    },

    async forecastsMoved({ tenantId, siteId }, channel, { since, promisedSince }) {
      const { rows } = await sql<{ item_id: string }>`
        select item_id from stock_actions as action
        join orders on orders.tenant_id = action.tenant_id and orders.site_id = action.site_id and orders.id = action.reference
        where action.tenant_id = ${tenantId}::uuid and action.site_id = ${siteId}::uuid and action.created_at >= ${promisedSince}::timestamptz
          and action.reason = 'ORDER_FORECAST' and orders.channel = ${channel}
          and (action.created_at >= ${since}::timestamptz or (action.status = 'CANCELLED' and action.settled_at >= ${since}::timestamptz))
        group by item_id order by item_id collate "C"`.execute(db);
      return rows.map(({ item_id: itemId }) => itemId);
    },

    async actions(scope, filter) {
      const chosen = db.selectFrom('stock_actions').selectAll().where(isAskedFor(scope, filter));
      const { items, ...page } = await readPage(chosen.orderBy('created_at', 'desc').orderBy('id', 'desc'), filter);
      return { items: items.map(actionOf), ...page };
    },

    async action({ tenantId, siteId }, id) {
      const row = await db
        .selectFrom('stock_actions')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('id', '=', uuidOf(id))
        .executeTakeFirst();
      return row === undefined ? null : actionOf(row);
    },

    async pending({ tenantId, siteId }, reason, references) {
      if (references.length === 0) return [];
      const { rows } = await sql<Selectable<StockActionTable>>`
        select * from stock_actions where tenant_id = ${tenantId}::uuid and site_id = ${siteId}::uuid
          and reason = ${reason} and reference = any (${texts(references)}) and status = 'PENDING'`.execute(db);
      return rows.map(actionOf).sort(byUnit);
    },

    verify: (scope, itemId) => verifyLedger(db, scope, itemId),
    inventory: (scope, filter) => inventory(db, scope, filter),
    value: (scope) => value(db, scope),
  };
}

function isAskedFor({ tenantId, siteId }: Scope, filter: StockActionFilter): RawBuilder<boolean> {
  const { itemId, variantId, reason, status, reference, from, to, search } = filter;
  const conditions = [
    sql`tenant_id = ${tenantId} and site_id = ${siteId}`,
    matches([sql.ref('reference'), sql.ref('note')], search),
    ...(itemId === undefined ? [] : [sql`item_id = ${itemId}`]),
    ...(variantId === undefined ? [] : [sql`variant_id = ${variantId}`]),
    ...(reason === undefined ? [] : [sql`reason = ${reason}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(reference === undefined ? [] : [sql`reference = ${reference}`]),
    ...(from === undefined ? [] : [sql`created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`created_at < ${to}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Levels beside what the catalogue knows of their units. */
function stocked({ tenantId, siteId }: Scope): RawBuilder<unknown> {
  return sql`
    stock_levels as level
    join items as item on item.tenant_id = level.tenant_id and item.site_id = level.site_id and item.id = level.item_id
      and item.manage_stock and item.deleted_at is null
    left join item_variants as variant on variant.tenant_id = level.tenant_id and variant.site_id = level.site_id
      and variant.item_id = level.item_id and variant.id = level.variant_id
    where level.tenant_id = ${tenantId}::uuid and level.site_id = ${siteId}::uuid`;
}

const SKU = sql<string | null>`case when level.variant_id = '' then item.sku else variant.sku end`;

interface NamedLevelRow extends Omit<Selectable<StockLevelTable>, 'tenant_id' | 'site_id'> {
  readonly name: string;
  readonly variant_name: string | null;
  readonly sku: string | null;
  readonly purchase_price_cents: number | null;
}

async function inventory(db: Handle, scope: Scope, { page, pageSize, search, itemId, low }: InventoryFilter): Promise<Page<InventoryRow>> {
  const chosen = sql`${stocked(scope)}
    and ${matches([sql.ref('item.name'), sql.ref('variant.name'), SKU], search)}
    and ${itemId === undefined ? sql`true` : sql`level.item_id = ${itemId}`}
    and ${low === true ? sql`level.stock - level.reserved <= level.threshold` : sql`true`}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from ${chosen}`.execute(db);
  const { rows } = await sql<NamedLevelRow>`
    select level.item_id, level.variant_id, level.stock, level.reserved, level.threshold, level.updated_at,
      item.name, variant.name as variant_name, ${SKU} as sku, item.purchase_price_cents
    from ${chosen}
    order by item.name collate "C", level.item_id collate "C", coalesce(variant.name, '') collate "C", level.variant_id collate "C"
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return { items: rows.map(inventoryRowOf), total: counted[0]?.total ?? 0, page, pageSize };
}

function inventoryRowOf(row: NamedLevelRow): InventoryRow {
  const { name, sku } = row;
  return { ...levelOf(row), name, sku, variantName: row.variant_name, purchasePriceCents: row.purchase_price_cents };
}

async function value(db: Handle, scope: Scope): Promise<StockValue> {
  const { rows } = await sql<StockValue>`
    select coalesce(sum(level.stock * item.purchase_price_cents), 0)::bigint as "totalCents", count(*) as units,
      count(*) filter (where item.purchase_price_cents is null) as "unpricedUnits"
    from ${stocked(scope)}`.execute(db);
  return rows[0] ?? { totalCents: 0, units: 0, unpricedUnits: 0 };
}
