import { randomUUID } from 'node:crypto';
import type { Vendor } from '@comptoir/core/vendors/vendor.js';
import { freshName, NOON } from './builders.js';

/** Somebody who sells flour, since noon; of no shop. */
export function aVendor(changes: Partial<Vendor> = {}): Vendor {
  return {
    id: randomUUID(),
    name: freshName('Moulin'),
    type: null,
    externalId: null,
    email: null,
    phone: null,
    note: null,
    data: {},
    mergedInto: null,
    createdAt: NOON,
    updatedAt: NOON,
    version: 1,
    ...changes,
  };
}
