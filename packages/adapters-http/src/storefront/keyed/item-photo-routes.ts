import { photoPath } from '@comptoir/core/photos/photo-path.js';
import { PHOTO_BYTES_MAX } from '@comptoir/core/photos/photo-renderer.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import { versionsIn } from '../../kit/if-match.js';
import type { HostState } from '../../kit/koa-app.js';
import { readBytes } from '../../kit/read-body.js';
import { itemIdOf, sendItem } from './item-routes.js';
import type { KeyedGate } from './keyed-gate.js';
import { photoRemoval, photoUpload } from './photo-changes.js';

const PHOTO = '/api/v1/catalogue/items/:id/photo';

/** The photo of an item: the body of a PUT is the picture itself, whatever type it is declared as. */
export function addItemPhotoRoutes(
  router: Router<HostState>,
  gate: KeyedGate,
  { keyed, photos }: Pick<Services, 'keyed' | 'photos'>,
): void {
  router.put(
    PHOTO,
    gate.open('write', async function setItemPhoto(ctx, call) {
      const id = itemIdOf(ctx);
      const photo = await photos.render(await readBytes(ctx, PHOTO_BYTES_MAX));
      const change = photoUpload(call, id, photo, versionsIn(ctx.req.headers['if-match']));
      sendItem(ctx, (await keyed.change(call, change, { photo: photoPath(photo) }, null)).result);
    }),
  );

  router.delete(
    PHOTO,
    gate.open('write', async function deleteItemPhoto(ctx, call) {
      const change = photoRemoval(call, itemIdOf(ctx), versionsIn(ctx.req.headers['if-match']));
      sendItem(ctx, (await keyed.change(call, change, {}, null)).result);
    }),
  );
}
