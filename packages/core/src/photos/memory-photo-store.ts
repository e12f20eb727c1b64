import type { Product } from '../catalogue/item.js';
import type { CrudTable } from '../kit/memory-crud-store.js';
import type { MemoryTable } from '../kit/memory-database.js';
import { readPhotoPath } from './photo-path.js';
import type { PhotoStore } from './photo-store.js';

export interface KeptPhoto {
  readonly hash: string;
  /** Null: some item uses it. */
  readonly unusedSince: Date | null;
}

export function makeMemoryPhotos(photos: MemoryTable<KeptPhoto>, items: CrudTable<Product>): PhotoStore {
  const keep = (photo: KeptPhoto) => photos.set(photo.hash, photo);

  function lookAnew(now: Date): void {
    const used = new Set([...items.values()].flatMap(({ row }) => readPhotoPath(row.photo ?? '')?.hash ?? []));
    for (const { hash, unusedSince } of [...photos.values()]) {
      keep({ hash, unusedSince: used.has(hash) ? null : (unusedSince ?? now) });
    }
  }

  return {
    async claim(hash) {
      keep({ hash, unusedSince: null });
    },
    async note(hashes, now) {
      for (const hash of hashes) {
        if (photos.get(hash) === undefined) keep({ hash, unusedSince: now });
      }
    },
    async takeUnused(before, now) {
      lookAnew(now);
      const unused = [...photos.values()].filter(({ unusedSince }) => unusedSince !== null && unusedSince < before);
      for (const { hash } of unused) photos.delete(hash);
      return unused.map(({ hash }) => hash);
    },
  };
}
