/** Largest upload, in bytes. */
export const PHOTO_BYTES_MAX = 10 * 1024 * 1024;

/** Largest photo that is decoded: what phones take, in pixels. */
export const PHOTO_PIXELS_MAX = 50_000_000;

/** What may be uploaded. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** A photo made ready to be kept: upright, without metadata, in every width (`widthsUpTo`). */
export interface RenderedPhoto {
  /** SHA-256 of what was uploaded, as 64 lower-case hexadecimal digits. */
  readonly hash: string;
  /** Of the widest, in pixels. */
  readonly width: number;
  /** WebP. */
  readonly files: readonly { readonly width: number; readonly bytes: Uint8Array }[];
}

/** Makes photos out of what people upload, whatever that is. */
export interface PhotoRenderer {
  /**
   * Decides by the bytes what it is, whatever the caller calls it. Throws `unsupported_media_type` unless it is one of `PHOTO_TYPES`,
   * `invalid_photo` when it has more than `PHOTO_PIXELS_MAX` pixels (read before anything is decoded) or cannot be decoded in
   * reasonable time and memory, `rate_limited` when too many wait already.
   */
  render(bytes: Uint8Array): Promise<RenderedPhoto>;
}
