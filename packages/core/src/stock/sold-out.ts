import { DomainError } from '../kit/errors.js';
import type { Shortage } from './stock-store.js';

/** The refusal that names what is short, and of how many there could still be had. */
export function soldOut(shortages: readonly Shortage[], nameOf: (itemId: string) => string | undefined): DomainError {
  const items = shortages.map(({ itemId, variantId, available }) => ({ id: itemId, name: nameOf(itemId) ?? itemId, variantId, available }));
  return new DomainError('sold_out', { facts: { items } });
}
