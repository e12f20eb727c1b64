/**
 * Where stored photos are found: `/photos/<hash>-<width>.webp`, the hash being the SHA-256 of what was uploaded. An item names the
 * widest; the others can be told from its name. What is no such path is an address that somebody typed in, and served by others.
 * This file has no imports, so that pages in a browser can use it.
 */

/** In pixels. A photo is kept in each that is narrower than itself, and in its own width up to the last. */
export const PHOTO_WIDTHS = [320, 640, 1280] as const;

export const PHOTO_WIDTH_MAX = 1280;

/** One width of a photo. */
export interface PhotoName {
  readonly hash: string;
  readonly width: number;
}

const PATH = /^\/photos\/([0-9a-f]{64})-([1-9]\d{0,3})\.webp$/;

export function photoPath({ hash, width }: PhotoName): string {
  return `/photos/${hash}-${width}.webp`;
}

/** Null for anything but the path of a stored photo. */
export function readPhotoPath(path: string): PhotoName | null {
  const [, hash, width] = PATH.exec(path) ?? [];
  return hash === undefined || Number(width) > PHOTO_WIDTH_MAX ? null : { hash, width: Number(width) };
}

/** The widths that a photo is kept in whose widest is `width`, ascending. */
export function widthsUpTo(width: number): readonly number[] {
  const widest = Math.min(width, PHOTO_WIDTH_MAX);
  return [...PHOTO_WIDTHS.filter((narrower) => narrower < widest), widest];
}
