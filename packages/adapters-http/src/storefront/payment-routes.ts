import type { PaymentsService } from '@comptoir/core/payments/payments-service.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { HostState } from '../kit/koa-app.js';
import { readText } from '../kit/read-json.js';

/** `POST /api/payments/{provider}/webhook`: payment providers call it when a payment was made, or was not. */
export function addPaymentRoutes(router: Router<HostState>, payments: Pick<PaymentsService, 'notified'>): void {
  router.post('/api/payments/:provider/webhook', async function takeWebhook(ctx) {
    const body = await readText(ctx);
    await payments.notified(ctx.params.provider ?? '', { headers: headersOf(ctx), body });
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true };
  });
}

/** Each header that was sent once: one that came twice could be read in two ways. */
function headersOf({ req }: Context): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(req.headersDistinct).map(([name, values = []]) => [name, values.length === 1 ? values[0] : undefined]),
  );
}
