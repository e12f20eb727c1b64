import type { Product } from '@comptoir/core/catalogue/item.js';
import { anItem, NOON } from '../suites/builders.js';

/** A dish as the back office knows it. */
export function aProduct(changes: Partial<Product> = {}): Product {
  return {
    ...anItem(),
    reference: null,
    purchasePriceCents: null,
    weightGrams: null,
    syncKey: null,
    externalId: null,
    defaultVendorId: null,
    data: {},
    createdAt: NOON,
    updatedAt: NOON,
    deletedAt: null,
    version: 1,
    ...changes,
  };
}
