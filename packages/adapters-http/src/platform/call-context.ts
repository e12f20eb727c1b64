import type { Presented } from '@comptoir/core/identity/identify.js';
import type { CallContext } from '@comptoir/core/kit/procedure.js';
import type { Services } from '@comptoir/core/services.js';
import type { Context } from 'koa';
import { clientOf } from '../kit/client-of.js';
import { type RequestHost, requestHost } from '../kit/host-header.js';
import { idempotencyKeyOf } from '../kit/idempotency-key.js';
import type { HostState } from '../kit/koa-app.js';
import { type Credentials, readCredentials, scopeHeaders, selectedHost, selectedIds } from './credentials.js';
import { asksForBypass, bypassIdentity } from './development-bypass.js';
import { refuseOtherSites, type SiteGuard } from './other-sites.js';
import type { SessionCookie } from './session-cookie.js';
import type { SharedHosts } from './shared-host.js';

export interface ContextDeps {
  readonly services: Services;
  readonly sharedHosts: SharedHosts;
  readonly sessionCookie: SessionCookie;
  /** `X-Auth-Bypass: true` works, for callers on this machine. Never in production. */
  readonly devBypass: boolean;
}

/**
 * Who calls and how, read from a request. Throws `invalid_request` (a host, scope header or idempotency key that is not one),
 * `cross_origin`, `store_unavailable`; a caller that is not accepted is the context's `refusal`, for public calls go on.
 */
export type ContextOf = (ctx: Context & { state: HostState }) => Promise<CallContext>;

type Choice = Presented['choice'];

const NO_CHOICE: Choice = { header: null, selected: null, selectedHost: null, host: null };

/** `guard` decides about calls from other sites; pages have one of their own. */
export function makeContextOf(deps: ContextDeps, guard: SiteGuard = refuseOtherSites): ContextOf {
  const { services, sharedHosts, sessionCookie, devBypass } = deps;

  return async function contextOf(ctx) {
    const host = requestHost(ctx);
    const chosen = scopeHeaders(ctx.req);
    const idempotencyKey = idempotencyKeyOf(ctx);
    const session = sessionCookie.carrier(ctx);
    const call = { services, requestId: ctx.state.requestId, internal: false, client: clientOf(ctx), session, idempotencyKey };
    if (devBypass && asksForBypass(ctx, host, sharedHosts)) return { ...call, identity: bypassIdentity(chosen), refusal: null };

    const credentials = readCredentials(ctx.req, sessionCookie.name);
    guard(ctx.req, host, credentials);
    if (credentials.ambiguous) session.end();
    const { identity, refusal, renewed } = await services.identify.identify(await present(ctx, host, credentials, chosen));
    if (renewed !== null) session.start(renewed.token, renewed.expiresAt);
    return { ...call, identity, refusal };
  };

  /** A token acts as its own tenant on any host (interfaces B, rule 2), so only a cookie comes with a choice. */
  async function present(
    ctx: Context,
    { name }: RequestHost,
    { bearer, cookie }: Credentials,
    chosen: Choice['header'],
  ): Promise<Presented> {
    if (cookie === null) return { bearer, cookie, choice: NO_CHOICE };
    const shared = sharedHosts.has(name);
    const header = chosen === null || shared || (await services.views.sites.byHost(name)) === null ? null : chosen;
    const selected = selectedIds(ctx.req);
    return { bearer, cookie, choice: { header, selected, selectedHost: selectedHost(ctx.req), host: shared ? null : name } };
  }
}
