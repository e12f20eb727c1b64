import { PHOTO_WIDTH_MAX } from '@comptoir/core/photos/photo-path.js';
import { z } from 'zod';

/** What the server asks of the process that renders a photo, and what it hears. */

export interface PhotoJob {
  readonly bytes: Uint8Array;
  readonly pixelsMax: number;
}

const width = z.int().min(1).max(PHOTO_WIDTH_MAX);

/** Looked at when it comes: a picture may have taken the process over. */
export const photoOutcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rendered'),
    width,
    files: z.array(z.object({ width, bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array) })).max(10),
  }),
  z.object({ kind: z.enum(['unknown-type', 'too-large', 'broken']) }),
]);

export type PhotoOutcome = z.output<typeof photoOutcome>;
