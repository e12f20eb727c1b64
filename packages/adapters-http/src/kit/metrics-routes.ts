import { type Metric, metricsText } from '@comptoir/core/kit/metrics.js';
import type Router from '@koa/router';
import type { HostState } from './koa-app.js';

/** `GET /metrics`: these figures, for Prometheus. */
export function addMetricsRoutes(router: Router<HostState>, figures: () => Promise<readonly Metric[]>): void {
  router.get('/metrics', async function showMetrics(ctx) {
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'text/plain; version=0.0.4; charset=utf-8';
    ctx.body = metricsText(await figures());
  });
}
