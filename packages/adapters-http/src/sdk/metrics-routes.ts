import { metricsText } from '@comptoir/core/kit/metrics.js';
import { metricsOf } from '@comptoir/core/metrics.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import type { HostState } from '../kit/koa-app.js';

/** `GET /metrics`: the figures of every part, for Prometheus. */
export function addMetricsRoutes(router: Router<HostState>, services: Services): void {
  router.get('/metrics', async function showMetrics(ctx) {
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'text/plain; version=0.0.4; charset=utf-8';
    ctx.body = metricsText(await metricsOf(services));
  });
}
