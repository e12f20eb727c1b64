import type { ItemRecord } from '@comptoir/core/keyed/item-contract.js';

/** Strong: an item as it is shown changes with its version, and when the time it was sold out for is over. */
export function itemEtag(version: number, { available }: Pick<ItemRecord, 'available'>): string {
  return available ? `"${version}"` : `"${version}-sold-out"`;
}
