import type { ItemRecord } from '@comptoir/core/keyed/item-contract.js';

/** Strong: an item as it is shown changes with its version, and when the time it was sold out for is over. */
export function itemEtag(version: number, { available }: Pick<ItemRecord, 'available'>): string {
  return available ? `"${version}"` : `"${version}-sold-out"`;
}

const ETAG = /^"(\d{1,9})(?:-sold-out)?"$/;

/**
 * The versions that `If-Match` asks for (RFC 9110 §13.1.1); null when any will do. A tag that is weak or none of ours matches no
 * version.
 */
export function versionsIn(header: string | undefined): readonly number[] | null {
  if (header === undefined || header.trim() === '*') return null;
  return header.split(',').flatMap((tag) => {
    const [, version] = ETAG.exec(tag.trim()) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
}
