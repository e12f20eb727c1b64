import type { ImportedEntity } from '@comptoir/core/shop-sync/shop-sync-service.js';
import type { ShopCall } from '@comptoir/core/webhooks/receive-batch.js';
import { webhookEntity } from '@comptoir/core/webhooks/shop-event.js';
import type { WebhooksService } from '@comptoir/core/webhooks/webhooks-service.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { clientOf } from '../kit/client-of.js';
import { requestHost } from '../kit/host-header.js';
import type { HostState } from '../kit/koa-app.js';
import { readJson } from '../kit/read-json.js';

/** @public Where a shop sends its events, without the host: what a merchant enters in it. */
export function shopWebhookPath(entity: ImportedEntity): string {
  return `/api/webhooks/shop/${entity}`;
}

/** `POST /api/webhooks/shop/{entity}`: what online shops tell (interfaces D). */
export function addShopWebhookRoutes(router: Router<HostState>, webhooks: Pick<WebhooksService, 'receive'>): void {
  router.post('/api/webhooks/shop/:entity', async function receiveShopEvents(ctx) {
    const entity = webhookEntity(ctx.params.entity);
    const { accepted, sessionId } = await webhooks.receive(shopCall(ctx), entity, () => readJson(ctx));
    ctx.status = 202;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true, accepted, sessionId };
  });
}

function shopCall(ctx: Context): ShopCall {
  const { site } = ctx.query;
  const [secret = null, ...others] = ctx.req.headersDistinct['x-webhook-signature'] ?? [];
  return {
    host: requestHost(ctx).name,
    slug: typeof site === 'string' ? site : null,
    secret: others.length === 0 ? secret : null,
    address: clientOf(ctx).address,
  };
}
