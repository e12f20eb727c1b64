import { widthsUpTo } from '@comptoir/core/photos/photo-path.js';
import { Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import type { PhotoJob, PhotoOutcome } from './photo-job.js';

/** Of 100: no difference is seen on a menu, at a third of the size of 95. */
const QUALITY = 80;

/** What a picture is, by its first bytes. Nothing else is handed to a decoder: SVG and HTML are programs, not pictures. */
const SIGNATURES = [
  [{ at: 0, text: '\xff\xd8\xff' }],
  [{ at: 0, text: '\x89PNG\r\n\x1a\n' }],
  [
    { at: 0, text: 'RIFF' },
    { at: 8, text: 'WEBP' },
  ],
  [{ at: 4, text: 'ftypavif' }],
] as const;

/** Upright, without metadata (a new picture has none but what is asked for), in every width, never larger than it came. */
export async function renderPhoto({ bytes, pixelsMax }: PhotoJob): Promise<PhotoOutcome> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const isPicture = SIGNATURES.some((signature) => signature.every(({ at, text }) => start.startsWith(text, at)));
  if (!isPicture) return { kind: 'unknown-type' };
  // The header alone: a few bytes can claim more pixels than any memory holds.
  const header = imageSize(bytes);
  if (header.width * header.height > pixelsMax) return { kind: 'too-large' };

  const widths = widthsUpTo(isTurned(header.orientation) ? header.height : header.width);
  const widest = Math.max(...widths);
  const upright = await new Transformer(bytes).rotate().fastResize({ width: widest }).png();
  const files = await Promise.all(widths.map(async (width) => ({ width, bytes: await webpOf(upright, width) })));
  return { kind: 'rendered', width: widest, files };
}

/** Exif's orientations from 5 turn the picture by a quarter. */
function isTurned(orientation = 1): boolean {
  return orientation >= 5;
}

function webpOf(picture: Uint8Array, width: number): Promise<Uint8Array> {
  return new Transformer(picture).fastResize({ width }).webp(QUALITY);
}
