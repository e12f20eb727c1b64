import { validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { SiteAnswer } from '../thread/exchange.js';

/** What belongs to the connection and not to the answer, what the host knows better, and what makes a web server send files of its own. */
const NOT_THE_SITES = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-accel-redirect',
  'x-comptoir-generation',
  'x-request-id',
  'x-sendfile',
]);

/** Sends what a site answered. Throws for a header that cannot be sent. */
export function sendSiteAnswer(ctx: Context, { status, headers, body }: SiteAnswer): void {
  const { res } = ctx;
  const grouped = groupedAndValid(headers);
  ctx.status = status;
  ctx.body = body;
  // Koa's guess; a site that says nothing means nothing.
  res.removeHeader('Content-Type');
  for (const [name, values] of grouped) res.setHeader(name, values);
  const declared = headers.find(([name]) => name === 'content-length')?.[1];
  // The answer to HEAD has the length of a body that does not come.
  if (ctx.method === 'HEAD' && (body instanceof Readable || body.length === 0)) {
    res.removeHeader('Content-Length');
    if (declared !== undefined && /^\d+$/.test(declared)) res.setHeader('Content-Length', declared);
  }
}

/** Cookies are the one header that comes several times. All are looked at before one is set: a refusal shall have none of them. */
function groupedAndValid(headers: SiteAnswer['headers']): ReadonlyMap<string, string | string[]> {
  const groups = new Map<string, string | string[]>();
  for (const [name, value] of headers) {
    if (NOT_THE_SITES.has(name)) continue;
    validateHeaderValue(name, value);
    const before = groups.get(name);
    groups.set(name, before === undefined ? value : [before, value].flat());
  }
  return groups;
}
