import type { User } from '@comptoir/core/identity/user.js';
import type { CallContext } from '@comptoir/core/kit/procedure.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { HostState } from '../../kit/koa-app.js';
import { returnTo } from '../../platform/return-to.js';
import { addAssetRoutes } from '../asset-routes.js';
import type { WebAssets } from '../assets.js';
import { addConsoleRoutes } from '../console/console-routes.js';
import { managePath } from '../page-paths.js';
import { asksForLanguage, languageOf } from '../send-page.js';
import { renderManagePage } from './manage-page.js';
import type { LoginView, ManageView } from './manage-view.js';
import { findUser, type HomeServices, readHome } from './read-home.js';
import { readInvite } from './read-invite.js';
import { knownCode, readProviderFault } from './refusal.js';
import { redirect, sendManagePage, sendToLogin } from './send-manage-page.js';

/** What the pages need of a call's context. */
export type ManageCall = Pick<CallContext, 'identity' | 'refusal'> & {
  readonly services: HomeServices & { readonly invites: Pick<CallContext['services']['invites'], 'show'> };
};

export interface ManageRoutesDeps {
  readonly assets: WebAssets;
  /**
   * Who calls. Asked for pages only, which people reach from other sites too: from a mail, or on the way back from the identity
   * provider. It must not refuse those.
   */
  contextOf(ctx: Context & { state: HostState }): Promise<ManageCall>;
  readonly oidcConfigured: boolean;
  /** Where the gates of an establishment scan. */
  gateUrl(slug: string): string;
}

export type PageContext = Context & { state: HostState };

/** The platform's own pages under `/manage`, and what they load. */
export function addManageRoutes(router: Router<HostState>, deps: ManageRoutesDeps): void {
  const { assets, contextOf, oidcConfigured } = deps;
  const send = (ctx: PageContext, view: ManageView, status = 200) => {
    const language = languageOf(ctx);
    const html = renderManagePage({ language, isLanguageChosen: asksForLanguage(ctx), view }, assets);
    sendManagePage(ctx, language, html, status);
  };

  router.get('/', function sendToHome(ctx) {
    redirect(ctx, managePath());
  });

  router.get(managePath(), async function sendHome(ctx) {
    const { identity, refusal, services } = await contextOf(ctx);
    const home = identity === null ? null : await readHome(services, identity);
    if (home === null) sendToLogin(ctx, managePath());
    else send(ctx, { ...home, refusal: knownCode(refusal?.code) });
  });

  router.get(managePath('login'), async function sendLogin(ctx) {
    const view = loginView(ctx);
    if (view.fault === null && (await userOf(await contextOf(ctx))) !== null) redirect(ctx, view.returnTo);
    else send(ctx, view);
  });

  router.get(managePath('forgot'), function sendForgot(ctx) {
    send(ctx, { page: 'forgot' });
  });

  for (const page of ['reset', 'verify'] as const) {
    router.get(managePath(page), function sendLinkPage(ctx) {
      send(ctx, { page, hasToken: typeof ctx.query.token === 'string' && ctx.query.token !== '' });
    });
  }

  router.get(managePath('onboard'), async function sendOnboard(ctx) {
    const d = typeof ctx.query.d === 'string' ? ctx.query.d : '';
    const call = await contextOf(ctx);
    const [invite, user] = await Promise.all([readInvite(call.services.invites, d), userOf(call)]);
    send(ctx, { page: 'onboard', d, invite, signedInAs: user?.email ?? null, providerUrl: providerUrl(managePath('onboard', { d })) });
  });

  addConsoleRoutes(router, deps);

  router.get(`${managePath()}/{*rest}`, function sendUnknown(ctx) {
    send(ctx, { page: 'unknown' }, 404);
  });

  addAssetRoutes(router, assets);

  function loginView({ query }: Context): LoginView {
    const next = returnTo(query.return_to);
    return { page: 'login', returnTo: next, fault: readProviderFault(query.error), providerUrl: providerUrl(next) };
  }

  function providerUrl(next: string): string | null {
    return oidcConfigured ? `/api/auth/oidc-login?${new URLSearchParams({ return_to: next })}` : null;
  }
}

async function userOf({ identity, services }: ManageCall): Promise<User | null> {
  return identity === null ? null : findUser(services, identity.userId);
}
