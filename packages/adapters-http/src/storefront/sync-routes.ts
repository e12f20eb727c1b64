import type { LinksService } from '@comptoir/core/links/links-service.js';
import type { SyncCall } from '@comptoir/core/links/receive-sync.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { HostState } from '../kit/koa-app.js';
import { setRateHeaders } from '../kit/rate-headers.js';
import { mustBeJson, readRawText } from '../kit/read-json.js';

/** `POST /api/sync`: what a linked online shop sends, signed (decisions §5). */
export function addSyncRoutes(router: Router<HostState>, links: Pick<LinksService, 'receive'>): void {
  router.post('/api/sync', async function receiveSync(ctx) {
    ctx.set('Cache-Control', 'no-store');
    mustBeJson(ctx);
    const { result, replayed, rate } = await links.receive(await syncCall(ctx));
    setRateHeaders(ctx, rate);
    if (replayed) ctx.set('Idempotent-Replayed', 'true');
    ctx.body = result;
  });
}

async function syncCall(ctx: Context): Promise<SyncCall> {
  return {
    linkId: single(ctx, 'x-sync-link'),
    id: single(ctx, 'webhook-id'),
    timestamp: single(ctx, 'webhook-timestamp'),
    signature: single(ctx, 'webhook-signature'),
    body: await readRawText(ctx),
  };
}

/** Null: it was not sent, or more than once. */
function single(ctx: Context, header: string): string | null {
  const [value = null, ...others] = ctx.req.headersDistinct[header] ?? [];
  return others.length === 0 ? value : null;
}
