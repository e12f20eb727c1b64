import type { Presented } from '@comptoir/core/identity/identify.js';
import type { Identity } from '@comptoir/core/kit/procedure.js';
import { type Actor, NOBODYS_ID } from '@comptoir/core/kit/scope.js';
import type { Context } from 'koa';
import { isOnThisMachine } from '../kit/client-of.js';
import type { RequestHost } from '../kit/host-header.js';
import type { SharedHosts } from './shared-host.js';

const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * True for `X-Auth-Bypass: true` from this machine (interfaces B, rule 6). The host must be this machine's or the shared one: a
 * foreign name that resolves to loopback (DNS rebinding) would let a page of any site call as an administrator.
 */
export function asksForBypass(ctx: Context, { name }: RequestHost, sharedHosts: SharedHosts): boolean {
  const asked = ctx.req.headers['x-auth-bypass'] === 'true';
  return asked && isOnThisMachine(ctx) && (LOOPBACK_HOST.test(name) || sharedHosts.has(name));
}

/** A super-admin that exists nowhere, acting for what the scope headers name. */
export function bypassIdentity(chosen: Presented['choice']['header']): Identity {
  const actor: Actor = { kind: 'user', userId: NOBODYS_ID };
  const { tenantId = null, siteId = null } = chosen ?? {};
  const tenant = tenantId === null ? null : { tenantId, actor };
  const site = tenant === null || siteId === null ? null : { ...tenant, siteId };
  return { userId: NOBODYS_ID, sessionId: null, roles: ['super-admin'], permissions: new Set(), tenant, site };
}
