import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import type { ShopVendor, VendorType } from '@comptoir/core/shop-sync/shop-records.js';
import { readAll } from './read-all.js';
import { changedAt, flagIn, ownId, type Row, textIn } from './row.js';
import type { ShopReads } from './shop-reads.js';

const RESOURCES: Readonly<Record<VendorType, string>> = { supplier: 'suppliers', manufacturer: 'manufacturers' };

const FIELDS = '[id,name,active,date_upd]';

/** Every supplier, then every manufacturer. */
export async function readVendors(reads: ShopReads, signal: StopSignal): Promise<readonly ShopVendor[]> {
  const { timezone } = await reads.settings(signal);
  const ofType = (type: VendorType) =>
    readAll(reads, { resource: RESOURCES[type], fields: FIELDS }, (row) => vendorOf(row, type, timezone), signal);
  return [...(await ofType('supplier')), ...(await ofType('manufacturer'))];
}

function vendorOf(row: Row, type: VendorType, timezone: string): ShopVendor {
  return {
    externalId: ownId(row),
    updatedAt: changedAt(row, timezone),
    type,
    name: textIn(row, 'name') ?? '',
    active: flagIn(row, 'active'),
  };
}
