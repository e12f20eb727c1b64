import { z } from 'zod';
import { CHANGE_ERRORS, PRODUCTS_WRITE, productId } from '../catalogue/product-access.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import type { RenderedPhoto } from './photo-renderer.js';

/**
 * Changes of an item's photo, as the platform makes them. They are in no router, because a picture does not travel as the input of a
 * procedure: a host that has received one calls them.
 */

const versioned = productId.extend({ ifVersion: z.int().nullable() });

export const itemPhotoRecord = z.object({ id: z.string(), photo: z.string().nullable(), version: z.int() });

/** Gives an item this photo; `photo` of the input is where it is found, for the audit log. */
export function setItemPhoto(photo: RenderedPhoto) {
  return defineProcedure({
    type: 'mutation',
    access: PRODUCTS_WRITE,
    summary: 'Gives an item the photo that was uploaded.',
    input: versioned.extend({ photo: z.string() }),
    output: itemPhotoRecord,
    errors: [...CHANGE_ERRORS, 'stale'],
    run: (context, { id, ifVersion }) => context.services.photos.attach(siteScopeOf(context), id, photo, { ifVersion }),
  });
}

/** Takes an item its photo. */
export const removeItemPhoto = defineProcedure({
  type: 'mutation',
  access: PRODUCTS_WRITE,
  summary: 'Takes an item its photo.',
  input: versioned,
  output: itemPhotoRecord,
  errors: [...CHANGE_ERRORS, 'stale'],
  run: (context, { id, ifVersion }) => context.services.photos.detach(siteScopeOf(context), id, { ifVersion }),
});
