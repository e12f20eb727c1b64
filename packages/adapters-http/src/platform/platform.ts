import type { IdentityProvider } from '@comptoir/core/identity/identity-provider.js';
import type { Registry } from '@comptoir/core/kit/registry.js';
import type { SignedTokens } from '@comptoir/core/kit/signed-tokens.js';
import type { Services } from '@comptoir/core/services.js';
import type Koa from 'koa';
import { addChallengeRoutes } from '../kit/challenge-routes.js';
import { addHealthRoutes } from '../kit/health-routes.js';
import type { HostOptions } from '../kit/host-options.js';
import { type HostState, makeHostApp } from '../kit/koa-app.js';
import { makeRouter, mountRoutes } from '../kit/mount-routes.js';
import { addDocsRoutes } from '../openapi/docs-routes.js';
import { makePlatformDocument } from '../openapi/platform-document.js';
import { makeRpc } from '../rpc/wire.js';
import { loadWebAssets } from '../web/assets.js';
import { addManageRoutes } from '../web/manage/manage-routes.js';
import { gatePath } from '../web/page-paths.js';
import { addAuthRoutes } from './auth-routes.js';
import { makeContextOf } from './call-context.js';
import { addFeedRoutes } from './feed-routes.js';
import { addItemPhotoRoutes } from './item-photo-routes.js';
import { makeLoginCookie } from './login-cookie.js';
import { addOidcRoutes } from './oidc-routes.js';
import { admitLinks } from './other-sites.js';
import { addRestBridge } from './rest-bridge.js';
import { makeSessionCookie } from './session-cookie.js';
import { makeSharedHosts } from './shared-host.js';
import { addShopWebhookRoutes } from './shop-webhook-routes.js';

export interface PlatformOptions extends HostOptions {
  /** Secure cookies under their production names. */
  readonly production: boolean;
  /** The domain whose subdomains are establishments and share one session; null: there is none. */
  readonly platformDomain: string | null;
  /** Where the pages for guests are: gates scan there. */
  readonly storefrontUrl: string;
  /** `X-Auth-Bypass: true` works, for callers on this machine. Never together with `production`. */
  readonly devBypass: boolean;
  /** Every procedure outsiders may call. */
  readonly registry: Registry;
  /** Null: people sign in by password only. */
  readonly identityProvider: IdentityProvider | null;
  readonly signedTokens: SignedTokens;
}

/** The multi-tenant back-office host (interfaces B): procedures over RPC, signing in and out, and feeds. */
export function makePlatform(services: Services, options: PlatformOptions): Koa<HostState> {
  const { registry, publicUrl, storefrontUrl, identityProvider } = options;
  const { clock } = services;
  const sessionCookie = makeSessionCookie({ ...options, clock });
  const sharedHosts = makeSharedHosts(options);
  const devBypass = options.devBypass && !options.production;
  const contextOf = makeContextOf({ services, sharedHosts, sessionCookie, devBypass });

  const app = makeHostApp('platform', options);
  app.use(makeRpc({ registry, prefix: '/api/rpc', contextOf }));
  const router = makeRouter();
  addHealthRoutes(router, options);
  addChallengeRoutes(router, services.certificates);
  addAuthRoutes(router, { services, registry, contextOf });
  addOidcRoutes(router, { services, identityProvider, loginCookie: makeLoginCookie({ ...options, clock }), sessionCookie, publicUrl });
  addItemPhotoRoutes(router, { services, contextOf });
  addFeedRoutes(router, { services, publicUrl });
  addShopWebhookRoutes(router, services.webhooks);
  addRestBridge(router, { registry, contextOf });
  addManageRoutes(router, {
    assets: loadWebAssets(),
    contextOf: makeContextOf({ services, sharedHosts, sessionCookie, devBypass }, admitLinks),
    oidcConfigured: identityProvider !== null,
    gateUrl: (slug) => storefrontUrl + gatePath(slug),
  });
  addDocsRoutes(router, {
    document: () => makePlatformDocument(registry, { publicUrl, version: services.health.version }),
    title: 'Comptoir platform',
  });
  mountRoutes(app, router);
  return app;
}
