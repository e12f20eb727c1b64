import { photoPath, readPhotoPath, widthsUpTo } from '@comptoir/core/photos/photo-path.js';

/** What an `img` loads: of an uploaded photo the browser chooses a width, of an address there is only the one. */
export function photoSources(photo: string): { readonly src: string; readonly srcset?: string } {
  const name = readPhotoPath(photo);
  if (name === null) return { src: photo };
  const widths = widthsUpTo(name.width).map((width) => `${photoPath({ ...name, width })} ${width}w`);
  return { src: photo, srcset: widths.join(', ') };
}
