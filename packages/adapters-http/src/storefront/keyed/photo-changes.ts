import type { KeyedCall } from '@comptoir/core/keyed/keyed-service.js';
import type { RenderedPhoto } from '@comptoir/core/photos/photo-renderer.js';
import { z } from 'zod';
import { type IfMatch, versionToMatch } from '../../kit/if-match.js';
import { changedItem, type ItemChange, NO_INPUT, presentChanged } from './item-changes.js';

/** What the audit log is told of an upload: where the photo is found. */
const uploaded = z.object({ photo: z.string() });

/** `ifMatch` as for an update of the item. The photo is rendered already: that takes too long for a transaction. */
export function photoUpload({ scope }: KeyedCall, id: string, photo: RenderedPhoto, ifMatch: IfMatch): ItemChange<typeof uploaded> {
  return {
    action: 'keyed.setItemPhoto',
    route: `PUT /api/v1/catalogue/items/${id}/photo`,
    input: uploaded,
    result: changedItem,
    subjectOf: ({ item }) => item.id,
    run: async ({ photos, views, clock }) => {
      const ifVersion = await versionToMatch(views.products, scope, id, ifMatch);
      return presentChanged(await photos.attach(scope, id, photo, { ifVersion }), clock);
    },
  };
}

export function photoRemoval({ scope }: KeyedCall, id: string, ifMatch: IfMatch): ItemChange<typeof NO_INPUT> {
  return {
    action: 'keyed.deleteItemPhoto',
    route: `DELETE /api/v1/catalogue/items/${id}/photo`,
    input: NO_INPUT,
    result: changedItem,
    subjectOf: ({ item }) => item.id,
    run: async ({ photos, views, clock }) => {
      const ifVersion = await versionToMatch(views.products, scope, id, ifMatch);
      return presentChanged(await photos.detach(scope, id, { ifVersion }), clock);
    },
  };
}
