import type { TenantScope } from '../kit/scope.js';
import type { Transact } from '../kit/transact.js';
import type { PhotoFiles } from './photo-files.js';
import type { PhotoStore } from './photo-store.js';

/** Far longer than any page or answer is cached: whoever was sent a photo's address can still load it. */
const UNUSED_KEPT_MS = 7 * 24 * 3_600_000;

export interface SweepPhotosDeps {
  readonly transact: Transact<{ readonly photos: PhotoStore }>;
  readonly files: PhotoFiles;
}

/**
 * Removes photos that no item has used for a week; those whose upload broke off between file and commit, too. The files go before
 * the transaction ends, so that an upload of the same photo waits and then keeps it anew. Returns how many went.
 */
export function sweepPhotos({ transact, files }: SweepPhotosDeps, scope: TenantScope, now: Date): Promise<number> {
  return transact(scope, async ({ photos }) => {
    await photos.note(await files.list(), now);
    const unused = await photos.takeUnused(new Date(now.getTime() - UNUSED_KEPT_MS), now);
    for (const hash of unused) await files.delete(hash);
    return unused.length;
  });
}
