import { domainToASCII } from 'node:url';
import { type PurgeAnswer, purgeInput } from '@comptoir/core/edge-routes/purge-contract.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { parse } from '@comptoir/core/kit/validate.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { parseHost } from '../kit/host-header.js';
import type { HostState } from '../kit/koa-app.js';
import { readJsonOfProgram } from '../kit/read-json.js';
import type { EdgeSites } from './edge-sites.js';
import { refuseVisitors } from './refuse-visitors.js';

export const PURGE_PATH = '/edge-cache/purge-site';

/** `POST /edge-cache/purge-site {host}`: from now on the host's site is what its files are now. Throws `site_broken` when that is no site. */
export function addPurgeRoutes(router: Router<HostState>, sites: EdgeSites): void {
  router.post(PURGE_PATH, refuseVisitors, async function purgeSite(ctx: Context) {
    const host = hostIn(parse(purgeInput, await readJsonOfProgram(ctx)).host);
    const start = performance.now();
    const purged = await sites.purge(host);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true, ...purged, took_ms: Math.round((performance.now() - start) * 10) / 10 } satisfies PurgeAnswer;
  });
}

/** As sites are looked up: in the letters of the DNS, lower-case, without port and final dot. */
function hostIn(text: string): string {
  const host = parseHost(domainToASCII(text.replace(/:\d+$/, '')));
  if (host !== null) return host.name;
  throw new DomainError('invalid_request', { issues: [{ path: 'host', message: 'Must be a host name.' }] });
}
