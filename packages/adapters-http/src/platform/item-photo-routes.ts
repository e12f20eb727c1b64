import { PRODUCTS_WRITE } from '@comptoir/core/catalogue/product-access.js';
import { answerCall } from '@comptoir/core/kit/call-procedure.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Answer } from '@comptoir/core/kit/idempotency.js';
import { authorize, type CallContext, siteScopeOf } from '@comptoir/core/kit/procedure.js';
import { idSchema } from '@comptoir/core/kit/validate.js';
import { photoPath } from '@comptoir/core/photos/photo-path.js';
import { type itemPhotoRecord, removeItemPhoto, setItemPhoto } from '@comptoir/core/photos/photo-procedures.js';
import { PHOTO_BYTES_MAX } from '@comptoir/core/photos/photo-renderer.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { z } from 'zod';
import { versionsIn, versionToMatch } from '../kit/if-match.js';
import type { HostState } from '../kit/koa-app.js';
import { readBytes } from '../kit/read-body.js';
import type { ContextOf } from './call-context.js';

export interface ItemPhotoRouteDeps {
  readonly services: Pick<Services, 'photos' | 'views'>;
  readonly contextOf: ContextOf;
}

const PHOTO = '/api/manage/items/:id/photo';

type PhotoContext = Context & { state: HostState; params: Record<string, string> };
type PhotoAnswer = Answer<z.output<typeof itemPhotoRecord>>;

/** The photo of an item, for people and their tools: beside RPC, because the body is the picture itself. */
export function addItemPhotoRoutes(router: Router<HostState>, { services, contextOf }: ItemPhotoRouteDeps): void {
  router.put(PHOTO, async function setPhoto(ctx) {
    const context = await allowed(ctx);
    const input = await inputOf(ctx, context);
    const photo = await services.photos.render(await readBytes(ctx, PHOTO_BYTES_MAX));
    const change = { ...input, photo: photoPath(photo) };
    send(ctx, await answerCall('products.setPhoto', setItemPhoto(photo), context, change));
  });

  router.delete(PHOTO, async function removePhoto(ctx) {
    const context = await allowed(ctx);
    send(ctx, await answerCall('products.removePhoto', removeItemPhoto, context, await inputOf(ctx, context)));
  });

  /** Who may not change items is told before megabytes are read. */
  async function allowed(ctx: PhotoContext): Promise<CallContext> {
    const context = await contextOf(ctx);
    authorize(PRODUCTS_WRITE, context);
    return context;
  }

  async function inputOf(ctx: PhotoContext, context: CallContext) {
    const id = idSchema.safeParse(ctx.params.id);
    if (!id.success) throw new DomainError('unknown_item');
    const ifMatch = versionsIn(ctx.req.headers['if-match']);
    return { id: id.data, ifVersion: await versionToMatch(services.views.products, siteScopeOf(context), id.data, ifMatch) };
  }
}

function send(ctx: Context, { result, replayed }: PhotoAnswer): void {
  if (replayed) ctx.set('Idempotent-Replayed', 'true');
  ctx.set({ 'Cache-Control': 'no-store', ETag: `"${result.version}"` });
  ctx.body = { ok: true, item: result };
}
