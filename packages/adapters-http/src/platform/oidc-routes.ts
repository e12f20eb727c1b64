import type { IdentityProvider } from '@comptoir/core/identity/identity-provider.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { clientOf } from '../kit/client-of.js';
import { parseHost, requestHost } from '../kit/host-header.js';
import type { HostState } from '../kit/koa-app.js';
import { managePath } from '../web/page-paths.js';
import type { LoginCookie } from './login-cookie.js';
import { returnTo } from './return-to.js';
import type { SessionCookie } from './session-cookie.js';

export interface OidcRouteDeps {
  readonly services: Pick<Services, 'providerLogin'>;
  /** Null: people sign in by password only. */
  readonly identityProvider: IdentityProvider | null;
  readonly loginCookie: LoginCookie;
  readonly sessionCookie: SessionCookie;
  readonly publicUrl: string;
}

const LOGIN = '/api/auth/oidc-login';
const CALLBACK = '/api/auth/callback';

/** Login through the identity provider (interfaces B; decisions §6, "OIDC"): away with the browser, and back with a code. */
export function addOidcRoutes(router: Router<HostState>, deps: OidcRouteDeps): void {
  const { identityProvider, loginCookie, publicUrl } = deps;
  const publicHost = parseHost(new URL(publicUrl).host)?.authority;

  router.get(LOGIN, async function beginLogin(ctx) {
    const provider = configured(identityProvider);
    const wanted = returnTo(ctx.query.return_to);
    // The provider sends browsers to the public host, and only there would the cookie set here come back. Once: behind a proxy
    // that hides the host from us, the two never agree.
    if (requestHost(ctx).authority !== publicHost && ctx.query.moved === undefined) {
      return redirect(ctx, 302, `${publicUrl}${LOGIN}?${new URLSearchParams({ return_to: wanted, moved: '1' })}`);
    }
    const { url, check } = await provider.begin(`${publicUrl}${CALLBACK}`);
    loginCookie.set(ctx, { check, returnTo: wanted });
    redirect(ctx, 302, url);
  });

  router.get(CALLBACK, async function finishLogin(ctx) {
    const provider = configured(identityProvider);
    try {
      redirect(ctx, 303, await signIn(ctx, provider, deps));
    } catch (error) {
      if (!(error instanceof DomainError) || ctx.accepts('json', 'html') !== 'html') throw error;
      ctx.state.log.warn({ requestId: ctx.state.requestId, code: error.code, err: error.cause }, 'a login through the provider failed');
      redirect(ctx, 303, `${managePath('login', { error: error.code })}`);
    }
  });
}

/** The login that this browser began, used up; gives the place it goes on to. Throws `invalid_login` when there is none. */
async function signIn(ctx: Context, provider: IdentityProvider, deps: OidcRouteDeps): Promise<string> {
  const { services, loginCookie, sessionCookie, publicUrl } = deps;
  const login = loginCookie.take(ctx);
  if (login === null) throw new DomainError('invalid_login', { message: 'This sign-in was not begun here, or took too long: try again.' });
  const claims = await provider.finish(`${publicUrl}${CALLBACK}${ctx.search}`, login.check);
  const { token, expiresAt } = await services.providerLogin.signIn(claims, clientOf(ctx));
  sessionCookie.carrier(ctx).start(token, expiresAt);
  return login.returnTo;
}

function configured(provider: IdentityProvider | null): IdentityProvider {
  if (provider === null) throw new DomainError('oidc_not_configured');
  return provider;
}

/** Koa's own redirect writes a page that repeats the address. */
function redirect(ctx: Context, status: 302 | 303, location: string): void {
  ctx.status = status;
  ctx.set({ Location: location, 'Cache-Control': 'no-store' });
  ctx.body = '';
}
