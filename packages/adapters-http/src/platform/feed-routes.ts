import type { KeyCaller } from '@comptoir/core/api-keys/keys-service.js';
import { FEED_KINDS, type FeedKind } from '@comptoir/core/feeds/feeds-service.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { bearerIn } from '../kit/bearer.js';
import { clientOf } from '../kit/client-of.js';
import { encodeBody, sendEncoded } from '../kit/encoded-body.js';
import type { HostState } from '../kit/koa-app.js';
import { setRateHeaders } from '../kit/rate-headers.js';
import { jsonFeed } from './json-feed.js';
import { rssFeed } from './rss-feed.js';

export interface FeedRouteDeps {
  readonly services: Pick<Services, 'feeds' | 'keys'>;
  readonly publicUrl: string;
}

/** How a feed is written, by `?format=`. */
const FORMATS = {
  json: { type: 'application/feed+json', search: '', write: jsonFeed },
  rss: { type: 'application/rss+xml; charset=utf-8', search: '?format=rss', write: rssFeed },
} as const;

/** `GET /api/feeds/{products|articles|posts|classifiedAds}` for holders of a feed key (decisions §6). */
export function addFeedRoutes(router: Router<HostState>, { services: { feeds, keys }, publicUrl }: FeedRouteDeps): void {
  router.get('/api/feeds/:kind', async function sendFeed(ctx) {
    const kind = kindOf(ctx.params.kind);
    const { type, search, write } = formatOf(ctx.query.format);
    const { feed, rate } = await feeds.read(await callerOf(ctx), kind);
    setRateHeaders(ctx, rate);
    ctx.set('Cache-Control', 'private, max-age=60');
    sendEncoded(ctx, encodeBody(type, write(feed, `${publicUrl}/api/feeds/${kind}${search}`)));
    ctx.vary(['Authorization', 'X-Feed-Key']);
  });

  async function callerOf(ctx: Context): Promise<KeyCaller> {
    const caller = await keys.recognise('feed', keyIn(ctx), clientOf(ctx).address);
    if (caller === null) throw new DomainError('invalid_key');
    return caller;
  }
}

function kindOf(name: string | undefined): FeedKind {
  const kind = FEED_KINDS.find((known) => known === name);
  if (kind === undefined) throw new DomainError('not_found');
  return kind;
}

function formatOf(name: string | string[] | undefined): (typeof FORMATS)[keyof typeof FORMATS] {
  if (name === undefined || name === 'json') return FORMATS.json;
  if (name === 'rss') return FORMATS.rss;
  throw new DomainError('invalid_request', { issues: [{ path: 'format', message: 'json or rss.' }] });
}

/** The one key of the request. Throws `missing_key`, and `invalid_request` when there are several. */
function keyIn({ req }: Context): string {
  const { authorization = [], 'x-feed-key': own = [] } = req.headersDistinct;
  if (authorization.length + own.length > 1) throw new DomainError('invalid_request', { message: 'Send one key, in one header.' });
  const [key = authorization.length === 0 ? undefined : bearerIn(authorization)] = own;
  if (key === undefined) throw new DomainError('missing_key');
  return key;
}
