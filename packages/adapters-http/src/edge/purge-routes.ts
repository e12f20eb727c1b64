import { domainToASCII } from 'node:url';
import { type PurgeAnswer, purgeInput } from '@comptoir/core/edge-routes/purge-contract.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { parse } from '@comptoir/core/kit/validate.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { parseHost, requestHost } from '../kit/host-header.js';
import type { HostState } from '../kit/koa-app.js';
import { readJson } from '../kit/read-json.js';
import type { EdgeSites } from './edge-sites.js';
import { isLoopbackName } from './loopback-name.js';

/** `POST /edge-cache/purge-site {host}`: from now on the host's site is what its files are now. Throws `site_broken` when that is no site. */
export function addPurgeRoutes(router: Router<HostState>, sites: EdgeSites): void {
  router.post('/edge-cache/purge-site', async function purgeSite(ctx: Context) {
    refuseForwarded(ctx);
    const host = hostIn(parse(purgeInput, await readJson(ctx)).host);
    const start = performance.now();
    const purged = await sites.purge(host);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true, ...purged, took_ms: Math.round((performance.now() - start) * 10) / 10 } satisfies PurgeAnswer;
  });
}

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * The web server in front of the sites is on this machine too, so being called from here is not enough: what it passes on, or what is meant for
 * another name, comes from outside.
 */
function refuseForwarded(ctx: Context): void {
  const isForwarded = FORWARDED.some((name) => ctx.req.headers[name] !== undefined);
  if (isForwarded || !isLoopbackName(requestHost(ctx).name)) throw new DomainError('loopback_only');
}

/** As sites are looked up: in the letters of the DNS, lower-case, without port and final dot. */
function hostIn(text: string): string {
  const host = parseHost(domainToASCII(text.replace(/:\d+$/, '')));
  if (host !== null) return host.name;
  throw new DomainError('invalid_request', { issues: [{ path: 'host', message: 'Must be a host name.' }] });
}
