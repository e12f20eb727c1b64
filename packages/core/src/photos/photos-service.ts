import type { Product } from '../catalogue/item.js';
import type { ChangeOptions } from '../catalogue/products-service.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import type { PhotoFiles } from './photo-files.js';
import { photoPath } from './photo-path.js';
import type { PhotoRenderer, RenderedPhoto } from './photo-renderer.js';

/**
 * Photos of items. An item has one: the last that was uploaded, or the address that somebody typed in since. What no item has any
 * more goes by itself after a while (`sweepPhotos`).
 */
export interface PhotosService {
  /** Before any transaction, because it takes its time. Throws as `PhotoRenderer.render`. */
  readonly render: PhotoRenderer['render'];
  /** Keeps the photo and gives it to the item, both or neither. Throws `unknown_item`, `stale`, `managed_by_sync`. */
  attach(scope: Scope, itemId: string, photo: RenderedPhoto, options?: ChangeOptions): Promise<Product>;
  /** Takes the item its photo, uploaded or not. Throws as `attach`. */
  detach(scope: Scope, itemId: string, options?: ChangeOptions): Promise<Product>;
  /** One width of a photo; null when it is not kept. */
  readonly open: PhotoFiles['open'];
}

export interface PhotosDeps {
  readonly unitOfWork: UnitOfWork;
  readonly files: PhotoFiles;
  readonly renderer: PhotoRenderer;
}

export function makePhotosService({ unitOfWork, files, renderer }: PhotosDeps): PhotosService {
  return {
    render: (bytes) => renderer.render(bytes),
    open: (name) => files.open(name),
    attach: (scope, itemId, photo, options) =>
      unitOfWork(scope, async ({ products }, { photos }) => {
        // First, so that a sweep cannot remove what is about to be used; the files last, so that nothing is kept for a refusal.
        await photos.claim(photo.hash);
        const product = await products.update(scope, itemId, { photo: photoPath(photo) }, options);
        for (const { width, bytes } of photo.files) await files.put({ hash: photo.hash, width }, bytes);
        return product;
      }),
    detach: (scope, itemId, options) => unitOfWork(scope, ({ products }) => products.update(scope, itemId, { photo: null }, options)),
  };
}
