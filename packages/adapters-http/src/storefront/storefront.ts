import type { Services } from '@comptoir/core/services.js';
import type Koa from 'koa';
import { addChallengeRoutes } from '../kit/challenge-routes.js';
import { addHealthRoutes } from '../kit/health-routes.js';
import type { HostOptions } from '../kit/host-options.js';
import { type HostState, makeHostApp } from '../kit/koa-app.js';
import { makeRouter, mountRoutes } from '../kit/mount-routes.js';
import { addDocsRoutes } from '../openapi/docs-routes.js';
import { makeStorefrontDocument, STOREFRONT_VERSION } from '../openapi/storefront-document.js';
import { loadWebAssets } from '../web/assets.js';
import { addPageRoutes } from '../web/page-routes.js';
import { addSandboxRoutes, type SandboxDesk } from '../web/sandbox-routes.js';
import { bySlug, makeAnswerCache } from './answer-cache.js';
import { answerReady } from './answer-ready.js';
import { refuseBlockedAgents } from './blocked-agents.js';
import { addBoutiqueRoutes, makeCatalogCache, readyCatalogs } from './boutique-routes.js';
import { addCarteRoutes, CARTE_CACHE_SECS, readyCartes } from './carte-routes.js';
import { addKeyedRoutes } from './keyed/keyed-routes.js';
import { makeOrderFeed } from './order-feed.js';
import { addOrderRoutes } from './order-routes.js';
import { addPaymentRoutes } from './payment-routes.js';
import { addPhotoRoutes } from './photo-routes.js';
import { addTicketCatalogRoutes } from './ticket-catalog-routes.js';
import { addTicketingRoutes } from './ticketing-routes.js';

export interface StorefrontOptions extends HostOptions {
  /** Aborted when the server stops: live streams end, so that stopping does not wait for them. */
  readonly stopping: AbortSignal;
  /** Where test payments are made; its page is not there without it. */
  readonly sandbox?: SandboxDesk | null;
}

/** The public host: menus and takeaway orders, as an API and as pages, and the keyed API (interfaces A). */
export function makeStorefront(services: Services, options: StorefrontOptions): Koa<HostState> {
  const { bookings, boutique, carte, orders, payments, photos, clock, signals, views } = services;
  const { publicUrl, stopping, logger, sandbox = null } = options;
  const assets = loadWebAssets();
  const carteCache = makeAnswerCache({
    make: carte.bySlug,
    keyOf: bySlug,
    lifetimeSecs: CARTE_CACHE_SECS,
    isDroppedBy: ({ kind }) => kind === 'site-changed',
    clock,
    signals,
  });
  const catalogCache = makeCatalogCache(services);
  const app = makeHostApp('storefront', options, [answerReady(readyCartes(carteCache)), answerReady(readyCatalogs(catalogCache))]);
  app.use(refuseBlockedAgents);
  const router = makeRouter();
  addHealthRoutes(router, options);
  addChallengeRoutes(router, services.certificates);
  addCarteRoutes(router, carteCache);
  addBoutiqueRoutes(router, catalogCache, boutique);
  addTicketCatalogRoutes(router, services);
  const feed = makeOrderFeed({ orders: views.orders, signals, logger });
  addOrderRoutes(router, { orders, feed, publicUrl, stopping });
  addTicketingRoutes(router, { bookings, feed, publicUrl, stopping });
  addPaymentRoutes(router, payments);
  addPhotoRoutes(router, photos);
  addKeyedRoutes(router, { services, publicUrl });
  addDocsRoutes(router, {
    document: () => makeStorefrontDocument({ publicUrl, version: STOREFRONT_VERSION }),
    title: 'Comptoir storefront',
  });
  addPageRoutes(router, { services, assets, publicUrl });
  if (sandbox !== null) addSandboxRoutes(router, sandbox, assets);
  mountRoutes(app, router);
  return app;
}
