import { presentReceipt, presentSale } from '@comptoir/core/keyed/present-sale.js';
import { salesQuery } from '@comptoir/core/keyed/sale-contract.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { idSchema, parse } from '@comptoir/core/kit/validate.js';
import { instantsOf } from '@comptoir/core/sales/sale-period.js';
import type { SaleViews } from '@comptoir/core/sales/sale-store.js';
import type { ReceiptsService } from '@comptoir/core/till/receipts-service.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { encodeBody, sendEncoded } from '../../kit/encoded-body.js';
import type { HostState } from '../../kit/koa-app.js';
import { readJson } from '../../kit/read-json.js';
import type { KeyedGate } from './keyed-gate.js';
import { refunding, selling } from './sale-changes.js';

/** Sales and refunds of the establishment: list them, look at one, record one. What is recorded is never changed. */
export function addSaleRoutes(
  router: Router<HostState>,
  gate: KeyedGate,
  sales: SaleViews,
  receipts: Pick<ReceiptsService, 'receipt'>,
): void {
  router.get(
    '/api/v1/sales',
    gate.open('read', async function listSales(ctx, { scope, site }) {
      const { from, to, ...filter } = parse(salesQuery, { ...ctx.query });
      const { items, nextCursor } = await sales.list(scope, { ...filter, ...instantsOf({ from, to }, site.timezone) });
      ctx.body = { ok: true, sales: items.map(presentSale), nextCursor };
    }),
  );

  router.post(
    '/api/v1/sales',
    gate.open('write', async function recordSale(ctx, call) {
      const sale = await gate.post(ctx, call, selling(call), await readJson(ctx));
      ctx.status = 201;
      ctx.body = { ok: true, sale };
    }),
  );

  router.post(
    '/api/v1/sales/:id/refund',
    gate.open('write', async function refundSale(ctx, call) {
      const sale = await gate.post(ctx, call, refunding(call, saleIdOf(ctx)), await readJson(ctx));
      ctx.status = 201;
      ctx.body = { ok: true, sale };
    }),
  );

  router.get(
    '/api/v1/sales/:id/receipt',
    gate.open('read', async function readReceipt(ctx, { scope }) {
      const sale = await sales.get(scope, saleIdOf(ctx));
      if (sale === null) throw new DomainError('unknown_sale');
      ctx.body = presentReceipt(sale, await receipts.receipt(scope, sale.id));
    }),
  );

  router.get(
    '/api/v1/sales/:id',
    gate.open('read', async function readSale(ctx, { scope }) {
      const sale = await sales.get(scope, saleIdOf(ctx));
      if (sale === null) throw new DomainError('unknown_sale');
      ctx.set('Cache-Control', 'private, no-cache');
      sendEncoded(ctx, encodeBody('application/json; charset=utf-8', JSON.stringify({ ok: true, sale: presentSale(sale) })));
      ctx.vary('Authorization');
    }),
  );
}

/** What is no id is the id of nothing. */
function saleIdOf(ctx: Context & { params: Record<string, string> }): string {
  const id = idSchema.safeParse(ctx.params.id);
  if (!id.success) throw new DomainError('unknown_sale');
  return id.data;
}
