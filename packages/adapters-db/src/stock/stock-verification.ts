import type { Scope } from '@comptoir/core/kit/scope.js';
import { byUnit } from '@comptoir/core/stock/stock-action.js';
import type { StockReport } from '@comptoir/core/stock/stock-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { unitOf } from './stock-rows.js';

interface ReportRow {
  readonly units: number;
  readonly actions: number;
  readonly differences: readonly DifferenceRow[] | null;
}

interface DifferenceRow {
  readonly item_id: string;
  readonly variant_id: string;
  readonly stock: number;
  readonly ledger: number;
  readonly reserved: number;
  readonly pending: number;
}

/** One statement, so that ledger and levels are those of one instant. A unit that only one of the two knows counts as 0 in the other. */
export async function verifyLedger(db: Handle, { tenantId, siteId }: Scope, itemId: string | undefined): Promise<StockReport> {
  const concerned = sql`tenant_id = ${tenantId}::uuid and site_id = ${siteId}::uuid
    and ${itemId === undefined ? sql`true` : sql`item_id = ${itemId}`}`;
  const { rows } = await sql<ReportRow>`
    with ledger as (
      select item_id, variant_id, count(*) as actions,
        coalesce(sum(case direction when 'INCREMENT' then quantity else -quantity end) filter (where status = 'COMPLETED'), 0) as ledger,
        coalesce(sum(quantity) filter (where status = 'PENDING' and direction = 'DECREMENT'), 0) as pending
      from stock_actions where ${concerned} group by item_id, variant_id
    ), sums as (
      select item_id, variant_id, coalesce(actions, 0) as actions, coalesce(stock, 0) as stock, coalesce(ledger, 0) as ledger,
        coalesce(reserved, 0) as reserved, coalesce(pending, 0) as pending
      from (select * from stock_levels where ${concerned}) as level full join ledger using (item_id, variant_id)
    )
    select count(*) as units, coalesce(sum(actions), 0)::bigint as actions,
      jsonb_agg(to_jsonb(sums)) filter (where stock <> ledger or reserved <> pending) as differences
    from sums`.execute(db);
  const [row] = rows;
  if (row === undefined) return { units: 0, actions: 0, differences: [] };
  return { units: row.units, actions: row.actions, differences: (row.differences ?? []).map(differenceOf).sort(byUnit) };
}

function differenceOf(row: DifferenceRow) {
  const { stock, ledger, reserved, pending } = row;
  return { ...unitOf(row), stock, ledger, reserved, pending };
}
