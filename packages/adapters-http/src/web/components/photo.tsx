import { photoSources } from '../photo-sources.js';

export interface PhotoProps {
  /** What `shownPhoto` gave. */
  readonly photo: string;
  readonly class: string;
  /** The room the page keeps for it before it is there, in pixels. */
  readonly width: number;
  readonly height: number;
  /** How wide the page shows it, for the browser to choose by. */
  readonly sizes: string;
  readonly loading: 'eager' | 'lazy';
}

/** The picture of an item, which says nothing that the text beside it does not. */
export function Photo({ photo, sizes, ...frame }: PhotoProps) {
  const sources = photoSources(photo);
  return <img {...frame} {...sources} {...(sources.srcset !== undefined && { sizes })} alt="" decoding="async" />;
}
