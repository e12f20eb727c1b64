import type { IncomingMessage } from 'node:http';
import type { EdgeMethod } from '@comptoir/core/edge-routes/edge-method.js';
import type { RouteMatch } from '@comptoir/core/edge-routes/route-table.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Context } from 'koa';
import { requestHost } from '../../kit/host-header.js';
import { readSentBytes } from '../../kit/read-body.js';
import { BODY_MAX_BYTES } from '../../kit/read-json.js';
import type { SiteRequest } from '../thread/messages.js';

/** The request for a handler. Throws `payload_too_large`, `invalid_request`. */
export async function siteRequest(ctx: Context, { route, params }: RouteMatch, handler: EdgeMethod): Promise<SiteRequest> {
  const url = `${schemeOf(ctx.req)}://${requestHost(ctx).authority}${ctx.req.url}`;
  if (!URL.canParse(url)) throw new DomainError('invalid_request', { message: 'The address of the request cannot be read.' });
  return { file: route.file, handler, params, method: ctx.method, url, headers: headersOf(ctx.req), body: await bodyOf(ctx) };
}

/** The web server in front, which is on this machine as every caller is, says how it was called. */
function schemeOf({ headers }: IncomingMessage): 'http' | 'https' {
  return headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
}

const OF_THE_CONNECTION = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function headersOf({ rawHeaders }: IncomingMessage): (readonly [string, string])[] {
  const headers: (readonly [string, string])[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!OF_THE_CONNECTION.has(name)) headers.push([name, rawHeaders[index + 1] ?? '']);
  }
  return headers;
}

/** A copy of its own: what is given to another thread takes along the whole memory that it lies in. */
async function bodyOf(ctx: Context): Promise<Uint8Array<ArrayBuffer> | null> {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return null;
  const bytes = await readSentBytes(ctx, BODY_MAX_BYTES);
  return bytes.length === 0 ? null : new Uint8Array(bytes);
}
