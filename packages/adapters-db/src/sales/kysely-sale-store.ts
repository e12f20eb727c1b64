import { DomainError } from '@comptoir/core/kit/errors.js';
import { cursorPage } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { completeRefund, completeSale } from '@comptoir/core/sales/complete-sale.js';
import type { Sale } from '@comptoir/core/sales/sale.js';
import { cursorKeyOf, readSaleCursor } from '@comptoir/core/sales/sale-cursor.js';
import type { RefundDraft, SaleHead } from '@comptoir/core/sales/sale-draft.js';
import type { SaleStore, SaleViews } from '@comptoir/core/sales/sale-store.js';
import { sql } from 'kysely';
import type { Handle } from '../kit/database-handle.js';
import { jsonText } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';
import { saleOf, saleRecordOf, saleRowOf } from './sale-tables.js';

export function makeKyselySales(db: Handle): SaleStore {
  return {
    async record(scope, draft) {
      const { tenantId, siteId } = scope;
      if (draft.kind === 'sale') return numbered(db, completeSale({ tenantId, siteId, number: 0 }, draft));
      // Taken first: whoever has the number is alone with the sales of the establishment until the transaction ends.
      const head = { tenantId, siteId, number: await nextNumber(db, scope) };
      const refund = await refundOf(db, scope, head, draft);
      await db.insertInto('sales').values(saleRowOf(refund)).execute();
      return refund;
    },
  };
}

export function makeKyselySaleViews(db: Handle): SaleViews {
  return {
    async get(scope, saleId) {
      const row = await ofSite(db, scope).where('id', '=', uuidOf(saleId)).executeTakeFirst();
      return row === undefined ? null : saleOf(row);
    },

    withRefunds: (scope, saleId) => withRefunds(db, scope, saleId),

    async ofOrder(scope, orderId) {
      const sale = await ofSite(db, scope).where('order_id', '=', orderId).where('kind', '=', 'sale').executeTakeFirst();
      return sale === undefined ? [] : withRefunds(db, scope, sale.id);
    },

    async takenOfOrders(scope, orderIds) {
      const ids = [...new Set(orderIds)];
      if (ids.length === 0) return new Map();
      const { rows } = await sql<{ order_id: string; taken: string | number }>`
        select sale.order_id, sale.total_cents + coalesce((
          select sum(refund.total_cents) from sales refund
          where refund.tenant_id = sale.tenant_id and refund.site_id = sale.site_id and refund.refund_of = sale.id
        ), 0) as taken
        from sales sale
        where sale.tenant_id = ${scope.tenantId} and sale.site_id = ${scope.siteId} and sale.kind = 'sale' and sale.order_id = any(${ids}::text[])
      `.execute(db);
      return new Map(rows.map(({ order_id, taken }) => [order_id, Number(taken)]));
    },

    async list(scope, { cursor, limit, kind, register, from, to }) {
      const last = readSaleCursor(cursor);
      const rows = await ofSite(db, scope)
        .$if(last !== null, (query) => query.where('number', '<', last))
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'sale'))
        .$if(register !== undefined, (query) => query.where(sql<boolean>`register = ${register}`))
        .$if(from !== undefined, (query) => query.where(sql<boolean>`at >= ${from}`))
        .$if(to !== undefined, (query) => query.where(sql<boolean>`at < ${to}`))
        .orderBy('number', 'desc')
        .limit(limit + 1)
        .execute();
      return cursorPage(rows.map(saleOf), limit, cursorKeyOf);
    },
  };
}

/** Stores a sale under the next number; what it is depends on nothing that is stored. */
async function numbered(db: Handle, sale: Sale): Promise<Sale> {
  const { rows } = await sql<{ number: number }>`
    with counted as (
      insert into sale_counters (tenant_id, site_id, last) values (${sale.tenantId}, ${sale.siteId}, 1)
      on conflict (tenant_id, site_id) do update set last = sale_counters.last + 1
      returning last
    )
    insert into sales select sale.* from counted,
      jsonb_populate_record(null::sales, ${jsonText(saleRecordOf(sale))}::jsonb || jsonb_build_object('number', counted.last)) as sale
    returning number`.execute(db);
  const [stored] = rows;
  if (stored === undefined) throw new Error('The new sale has no number.');
  return { ...sale, number: stored.number };
}

async function nextNumber(db: Handle, { tenantId, siteId }: Scope): Promise<number> {
  const { last } = await db
    .insertInto('sale_counters')
    .values({ tenant_id: tenantId, site_id: siteId, last: 1 })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'site_id']).doUpdateSet({ last: sql<number>`sale_counters.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

async function refundOf(db: Handle, scope: Scope, head: SaleHead, draft: RefundDraft): Promise<Sale> {
  const [sale, ...refunds] = await withRefunds(db, scope, draft.refundOf);
  if (sale?.kind !== 'sale') throw new DomainError('unknown_sale');
  return completeRefund(head, draft, sale, refunds);
}

async function withRefunds(db: Handle, scope: Scope, id: string): Promise<readonly Sale[]> {
  const saleId = uuidOf(id);
  const rows = await ofSite(db, scope)
    .where((either) => either.or([either('id', '=', saleId), either('refund_of', '=', saleId)]))
    .orderBy('number')
    .execute();
  const found = rows.map(saleOf);
  return found[0]?.kind === 'sale' ? found : [];
}

function ofSite(db: Handle, { tenantId, siteId }: Scope) {
  return db.selectFrom('sales').selectAll().where('tenant_id', '=', tenantId).where('site_id', '=', siteId);
}
