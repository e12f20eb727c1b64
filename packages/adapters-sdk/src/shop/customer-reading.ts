import type { ShopCustomer } from '@comptoir/core/shop-sync/shop-records.js';
import { customerOf } from './customer-of.js';
import { addressesOf } from './postal-address-of.js';
import type { RecordReading } from './read-records.js';
import { groupedBy, linked, type Row, scalar } from './row.js';
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
      const sorted = (addresses ?? []).toSorted(byId);
      const addressOf = await addressesOf(reads, sorted, asking.signal);
      const around = { timezone, addresses: groupedBy(sorted, 'id_customer'), addressOf, languages };
      return (row) => customerOf(row, around);
    },
  };
}

/** The shop lists in any order, and the first address is taken for the telephone. */
function byId(a: Row, b: Row): number {
  return Number(scalar(a['id'])) - Number(scalar(b['id']));
}
