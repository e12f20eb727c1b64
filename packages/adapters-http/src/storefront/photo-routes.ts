import { DomainError } from '@comptoir/core/kit/errors.js';
import { readPhotoPath } from '@comptoir/core/photos/photo-path.js';
import type { PhotosService } from '@comptoir/core/photos/photos-service.js';
import type Router from '@koa/router';
import { matchesEtag } from '../kit/encoded-body.js';
import type { HostState } from '../kit/koa-app.js';

/** The address changes with the picture, so it is kept for good; menus shown on other sites load it too. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // Opened by itself, too, it is a picture and nothing else.
  'Content-Security-Policy': "default-src 'none'; sandbox",
} as const;

/** `GET /photos/<hash>-<width>.webp`: the uploaded photos of items. */
export function addPhotoRoutes(router: Router<HostState>, photos: Pick<PhotosService, 'open'>): void {
  router.get('/photos/:name', async function sendPhoto(ctx) {
    const name = readPhotoPath(ctx.path);
    const bytes = name === null ? null : await photos.open(name);
    if (name === null || bytes === null) throw new DomainError('unknown_record', { message: 'There is no such photo.' });
    const etag = `"${name.hash}-${name.width}"`;
    ctx.set({ ...HEADERS, ETag: etag });
    if (matchesEtag(ctx.req.headers['if-none-match'], etag)) {
      ctx.status = 304;
      return;
    }
    ctx.set('Content-Type', 'image/webp');
    ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  });
}
