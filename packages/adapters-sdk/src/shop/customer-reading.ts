import type { ShopCustomer } from '@comptoir/core/shop-sync/shop-records.js';
import { customerOf } from './customer-of.js';
import { addressesOf } from './postal-address-of.js';
import type { RecordReading } from './read-records.js';
import { groupedBy, linked } from './row-lists.js';
import type { ShopReads } from './shop-reads.js';

/** Customers with their addresses: two requests a chunk. */
export function customerReading(reads: ShopReads): RecordReading<ShopCustomer> {
  return {
    resource: 'customers',
    async complete(rows, asking) {
      const { timezone } = await reads.settings(asking.signal);
      const [addresses, languages] = await Promise.all([
        reads.whereReadable('addresses', 'id_customer', linked(rows, 'id'), asking),
        reads.knownReadable('languages', linked(rows, 'id_lang'), asking.signal),
      ]);
      const addressOf = await addressesOf(reads, addresses ?? [], asking.signal);
      const around = { timezone, addresses: groupedBy(addresses ?? [], 'id_customer'), addressOf, languages };
      return (row) => customerOf(row, around);
    },
  };
}
