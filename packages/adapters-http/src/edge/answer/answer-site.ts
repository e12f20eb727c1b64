import { chooseMethod } from '@comptoir/core/edge-routes/edge-method.js';
import { pathSegments } from '@comptoir/core/edge-routes/request-path.js';
import type { RouteMatch } from '@comptoir/core/edge-routes/route-table.js';
import { DomainError, hasCode } from '@comptoir/core/kit/errors.js';
import type { Context, Middleware } from 'koa';
import { refusalOf } from '../../kit/answer-fault.js';
import { ERROR_STATUS } from '../../kit/error-status.js';
import { requestHost } from '../../kit/host-header.js';
import type { HostState } from '../../kit/koa-app.js';
import { isLoopbackName } from '../../kit/loopback-name.js';
import type { EdgeSites } from '../edge-sites.js';
import type { KeptFiles } from '../kept-files.js';
import type { Site } from '../site.js';
import { countAnswer } from '../site-figures.js';
import type { SiteVersion } from '../site-version.js';
import type { SiteRunner } from '../thread/site-runner.js';
import type { Departure } from '../thread/site-thread.js';
import { answerBroken } from './broken-page.js';
import { contentTypeOf } from './content-types.js';
import { isDescribed, publicFileFor, sendPublicFile } from './public-file.js';
import { sendSiteAnswer } from './site-answer.js';
import { siteRequest } from './site-request.js';

/** Lets the site of the request's host answer; a host without one, and this machine's own names, are left to what follows. */
export function answerSites(sites: EdgeSites): Middleware<HostState> {
  return async function answerSite(ctx, next) {
    const name = siteNameOf(ctx);
    const site = name === null ? null : await sites.find(name);
    if (site === null) return next();
    try {
      await answerAs(ctx, site, sites);
      countAnswer(site.figures, ctx.status);
    } catch (error) {
      countAnswer(site.figures, ERROR_STATUS[refusalOf(error).code]);
      throw error;
    }
  };
}

async function answerAs(ctx: Context, site: Site, { files, showsFaults }: EdgeSites): Promise<void> {
  const version = await versionOf(ctx, site, showsFaults);
  if (version === null) return;
  ctx.set('X-Comptoir-Generation', String(version.generation));
  await answer(ctx, files, site, version);
}

/** Null for names of this machine, and for a request that does not name one host: no site is meant by it. */
function siteNameOf(ctx: Context): string | null {
  try {
    const { name } = requestHost(ctx);
    return isLoopbackName(name) ? null : name;
  } catch (error) {
    if (hasCode(error, 'invalid_request')) return null;
    throw error;
  }
}

/** Null when there is none: then that was the answer. */
async function versionOf(ctx: Context, site: Site, showsFaults: boolean): Promise<SiteVersion | null> {
  try {
    return await site.version();
  } catch (error) {
    answerBroken(ctx, error, showsFaults);
    return null;
  }
}

async function answer(ctx: Context, files: KeptFiles, site: Site, { table, built, runner }: SiteVersion): Promise<void> {
  const segments = pathSegments(ctx.path);
  if (segments === null) throw new DomainError('not_found');
  const island = site.island(ctx.path);
  if (island !== undefined) return sendIsland(ctx, island);
  const file = publicFileFor(built, segments, ctx.path);
  if (file !== null) return sendPublicFile(ctx, files, built, file);
  const match = table.match(segments);
  if (match === null || runner === null) throw new DomainError('not_found');
  return callRoute(ctx, runner, match);
}

function sendIsland(ctx: Context, bytes: Uint8Array): void {
  if (isDescribed(ctx)) return;
  ctx.set({ 'Cache-Control': 'public, max-age=31536000, immutable', 'Content-Type': contentTypeOf(ctx.path) });
  ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function callRoute(ctx: Context, runner: SiteRunner, match: RouteMatch): Promise<void> {
  const choice = chooseMethod(match.route.methods, ctx.method);
  if (choice.kind === 'call') {
    const request = await siteRequest(ctx, match, choice.handler);
    sendSiteAnswer(ctx, await runner.answer(request, departureOf(ctx)));
    return;
  }
  ctx.set('Allow', choice.allow);
  if (choice.kind === 'refuse') throw new DomainError('method_not_allowed');
  ctx.status = 204;
}

function departureOf({ res }: Context): Departure {
  return (call) => {
    res.once('close', () => {
      if (!res.writableFinished) call();
    });
  };
}
