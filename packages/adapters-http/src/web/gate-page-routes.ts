import type Router from '@koa/router';
import type { HostState } from '../kit/koa-app.js';
import { renderGatePage } from './gate-page.js';
import { renderNotFoundPage } from './not-found-page.js';
import type { PageRoutesDeps } from './page-deps.js';
import { GATE_PAGE, GATE_WORKER } from './page-paths.js';
import { encodePage, languageOf, sendNotFound, sendPage } from './send-page.js';

/** A worker asks the host for the page, and for nothing else. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** The page of a gate, and the worker that keeps it for when the network is gone. */
export function addGatePageRoutes(router: Router<HostState>, { services, assets }: PageRoutesDeps): void {
  router.get(GATE_WORKER, function sendGateWorker(ctx) {
    const worker = assets.get(assets.url('gate-worker.js').slice('/assets/'.length));
    // Under this path its reach ends at the pages of gates. Browsers ask for it anew, so it is never an old one.
    ctx.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': WORKER_POLICY });
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.body = worker?.bodies.identity;
  });

  router.get(GATE_PAGE, async function sendGatePage(ctx) {
    const language = languageOf(ctx);
    const site = await services.views.sites.bySlug(ctx.params.slug ?? '');
    if (site?.features.accessControl !== true) {
      sendNotFound(ctx, language, renderNotFoundPage({ what: 'shop', language, assets }));
      return;
    }
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('Permissions-Policy', 'camera=(self)');
    ctx.set('Referrer-Policy', 'no-referrer');
    sendPage(ctx, language, encodePage(renderGatePage({ site, language, assets })));
  });
}
