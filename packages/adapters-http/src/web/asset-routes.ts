import { DomainError } from '@comptoir/core/kit/errors.js';
import type Router from '@koa/router';
import { encodingFor, matchesEtag } from '../kit/encoded-body.js';
import type { HostState } from '../kit/koa-app.js';
import type { WebAssets } from './assets.js';

/** An illustration opened by itself runs nothing and loads nothing. */
const ASSET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** What the pages load: on every host that has pages, because a page loads from its own host only. */
export function addAssetRoutes(router: Router<HostState>, assets: WebAssets): void {
  router.get('/assets/{*path}', function sendAsset(ctx) {
    const asset = assets.get(ctx.params.path ?? '');
    if (asset === undefined) throw new DomainError('not_found');
    const encoding = encodingFor(ctx);
    const compressed = encoding === 'identity' ? undefined : asset.bodies[encoding];
    const etag = compressed === undefined ? `"${asset.etag}"` : `"${asset.etag}-${encoding}"`;
    ctx.set({
      'Cache-Control': asset.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'Content-Security-Policy': ASSET_POLICY,
      Vary: 'Accept-Encoding',
      ETag: etag,
    });
    if (matchesEtag(ctx.req.headers['if-none-match'], etag)) {
      ctx.status = 304;
      return;
    }
    if (compressed !== undefined) ctx.set('Content-Encoding', encoding);
    ctx.set('Content-Type', asset.type);
    ctx.body = compressed ?? asset.bodies.identity;
  });
}
