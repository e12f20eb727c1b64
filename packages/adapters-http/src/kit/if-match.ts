import type { ProductViews } from '@comptoir/core/catalogue/product-store.js';
import type { Scope } from '@comptoir/core/kit/scope.js';

/** The versions one of which the item must have; null: whatever it is. */
export type IfMatch = readonly number[] | null;

const ETAG = /^"(\d{1,9})(?:-sold-out)?"$/;

/**
 * The versions that `If-Match` asks for (RFC 9110 §13.1.1); null when any will do. A tag that is weak or none of ours matches no
 * version.
 */
export function versionsIn(header: string | undefined): IfMatch {
  if (header === undefined || header.trim() === '*') return null;
  return header.split(',').flatMap((tag) => {
    const [, version] = ETAG.exec(tag.trim()) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
}

/** No item has it: versions count from 1. */
const NO_VERSION = 0;

/** The one version the catalogue is to insist on. Among several it is the one the item has now, which the catalogue checks again. */
export async function versionToMatch(
  products: Pick<ProductViews, 'get'>,
  scope: Scope,
  id: string,
  ifMatch: IfMatch,
): Promise<number | null> {
  if (ifMatch === null) return null;
  const [first = NO_VERSION, ...others] = ifMatch;
  if (others.length === 0) return first;
  const current = await products.get(scope, id);
  return ifMatch.find((version) => version === current?.version) ?? NO_VERSION;
}
