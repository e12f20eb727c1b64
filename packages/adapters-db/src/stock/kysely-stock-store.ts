import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { byUnit, type NewStockAction, type StockAction, type StockUnit } from '@comptoir/core/stock/stock-action.js';
import type { StockStore } from '@comptoir/core/stock/stock-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord } from '../kit/db-errors.js';
import { jsonText } from '../kit/json.js';
import { type PostingRow, posting } from './stock-posting.js';
import { actionOf, levelOf, unitOf, unitRow } from './stock-rows.js';
import { settling } from './stock-settling.js';

export function makeKyselyStock(db: Handle): StockStore {
  return {
    async open({ tenantId, siteId }, units, at) {
      // Sorted, so that two who open the same units do not wait in a circle.
      await sql`
        insert into stock_levels (tenant_id, site_id, item_id, variant_id, stock, reserved, updated_at)
        select ${tenantId}::uuid, ${siteId}::uuid, item_id, variant_id, 0, 0, ${at}::timestamptz
        from jsonb_to_recordset(${jsonText(units.map(unitRow))}::jsonb) as unit (item_id text, variant_id text)
        order by item_id collate "C", variant_id collate "C"
        on conflict do nothing`
        .execute(db)
        .catch(asUnknownRecord);
    },

    async post(scope, actions, guard) {
      if (actions.length === 0) return { kind: 'posted', actions: [] };
      const { rows } = await posting(scope, actions, guard === 'guarded').execute(db);
      const [row] = rows;
      if (row === undefined || !row.known) throw new DomainError('unknown_record');
      if (row.short !== null) {
        const shortages = row.short.map(({ wanted, available, ...unit }) => ({ ...unitOf(unit), wanted, available }));
        return { kind: 'short', shortages: shortages.sort(byUnit) };
      }
      return { kind: 'posted', actions: postedActions(actions, row) };
    },

    async settle(scope, reason, reference, as, at) {
      const { rows } = await settling(scope, reason, reference, as, at).execute(db);
      return rows.map(actionOf).sort(byUnit);
    },

    async lock(scope, unit) {
      const row = await db.selectFrom('stock_levels').selectAll().where(isUnit(scope, unit)).forUpdate().executeTakeFirst();
      return row === undefined ? null : levelOf(row);
    },

    async setThreshold(scope, unit, threshold) {
      const { numUpdatedRows } = await db.updateTable('stock_levels').set({ threshold }).where(isUnit(scope, unit)).executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

function isUnit({ tenantId, siteId }: Scope, unit: StockUnit) {
  const { item_id: itemId, variant_id: variantId } = unitRow(unit);
  return sql<boolean>`tenant_id = ${tenantId} and site_id = ${siteId} and item_id = ${itemId} and variant_id = ${variantId}`;
}

function postedActions(actions: readonly NewStockAction[], { written }: PostingRow): StockAction[] {
  const around = new Map((written ?? []).map((row) => [row.id, row]));
  return actions.map((action) => ({
    ...action,
    before: around.get(action.id)?.stock_before ?? null,
    after: around.get(action.id)?.stock_after ?? null,
    settledAt: action.status === 'COMPLETED' ? action.createdAt : null,
  }));
}
