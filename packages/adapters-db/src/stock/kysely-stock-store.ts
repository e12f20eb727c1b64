import { asError, DomainError, hasCode } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import {
  byUnit,
  type NewStockAction,
  type StockAction,
  type StockUnit,
  signedQuantity,
  unitKey,
} from '@comptoir/core/stock/stock-action.js';
import type { Posted, Shortage, StockStore } from '@comptoir/core/stock/stock-store.js';
import { type Selectable, sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { asUnknownRecord, TransactionConflict } from '../kit/db-errors.js';
import { jsonText } from '../kit/json.js';
import { type LockedRow, posting, postingOne } from './stock-posting.js';
import { actionOf, levelOf, settledAtOf, unitOf, unitRow } from './stock-rows.js';
import { settling, settlingAll } from './stock-settling.js';
import type { StockLevelTable } from './stock-tables.js';
import { movesOf, type PlacedAction, type UnitMove } from './unit-moves.js';

type Guard = Parameters<StockStore['post']>[2];

export function makeKyselyStock(db: Handle): StockStore {
  /** Null when nothing was written: the longer statement says why, or writes it if it is possible by then. */
  async function postOne(scope: Scope, action: NewStockAction, guard: Guard): Promise<Posted | null> {
    const { rows } = await postingOne(scope, action, guard === 'guarded').execute(db);
    const [level] = rows;
    return level === undefined ? null : { kind: 'posted', actions: [written({ action, movedBefore: 0 }, level.stock)] };
  }

  async function postAll(scope: Scope, actions: readonly NewStockAction[], at: Date, guard: Guard): Promise<Posted> {
    const { units, placed } = movesOf(actions);
    const { rows } = await posting(scope, units, placed, at, guard === 'guarded').execute(db);
    if (rows.length < units.length) throw new DomainError('unknown_record');
    const locked = new Map(rows.map((row) => [unitKey(unitOf(row)), row]));
    if (rows.some(({ posted }) => !posted))
      return { kind: 'short', shortages: units.flatMap((unit) => shortageOf(unit, locked)).sort(byUnit) };
    return { kind: 'posted', actions: placed.map((each) => written(each, locked.get(unitKey(each.action))?.stock ?? 0)) };
  }

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
      const [first, ...others] = actions;
      if (first === undefined) return { kind: 'posted', actions: [] };
      const single = others.length === 0 ? await postOne(scope, first, guard) : null;
      return single ?? postAll(scope, actions, first.createdAt, guard);
    },

    async postApart(scope, actions) {
      const [first] = actions;
      if (first === undefined) return null;
      await sql`savepoint stock_apart`.execute(db);
      try {
        await postAll(scope, actions, first.createdAt, 'fact');
      } catch (error) {
        if (error instanceof TransactionConflict || hasCode(error, 'store_unavailable')) throw error;
        await sql`rollback to savepoint stock_apart`.execute(db);
        return asError(error);
      }
      await sql`release savepoint stock_apart`.execute(db);
      return null;
    },

    async settle(scope, reason, reference, as, at) {
      const { rows } = await settling(scope, reason, reference, as, at).execute(db);
      return rows.map(actionOf).sort(byUnit);
    },

    async settleAll(scope, reason, references, as, at) {
      if (references.length === 0) return [];
      const { rows } = await settlingAll(scope, reason, references, as, at).execute(db);
      return rows.map(actionOf).sort(byUnit);
    },

    async lock(scope, unit) {
      const row = await db.selectFrom('stock_levels').selectAll().where(isUnit(scope, unit)).forUpdate().executeTakeFirst();
      return row === undefined ? null : levelOf(row);
    },

    async lockAll({ tenantId, siteId }, units) {
      if (units.length === 0) return [];
      const rows = await sql<Selectable<StockLevelTable>>`
        select level.* from jsonb_to_recordset(${jsonText(units.map(unitRow))}::jsonb) as unit (item_id text, variant_id text)
        join stock_levels as level on level.tenant_id = ${tenantId}::uuid and level.site_id = ${siteId}::uuid
          and level.item_id = unit.item_id and level.variant_id = unit.variant_id
        order by level.item_id collate "C", level.variant_id collate "C"
        for update of level`.execute(db);
      return rows.rows.map(levelOf);
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

function shortageOf({ itemId, variantId, moved, promised }: UnitMove, locked: ReadonlyMap<string, LockedRow>): Shortage[] {
  const available = locked.get(unitKey({ itemId, variantId }))?.available ?? 0;
  const wanted = promised - moved;
  return wanted > available ? [{ itemId, variantId, wanted, available }] : [];
}

/** The action as it was written, where its unit had so much stock when it was locked. */
function written({ action, movedBefore }: PlacedAction, stock: number): StockAction {
  const before = stock + movedBefore;
  const around = action.status === 'COMPLETED' ? { before, after: before + signedQuantity(action) } : { before: null, after: null };
  return { ...action, ...around, settledAt: settledAtOf(action) };
}
