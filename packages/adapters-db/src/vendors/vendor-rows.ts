import type { Scope } from '@comptoir/core/kit/scope.js';
import { type Vendor, vendorWords } from '@comptoir/core/vendors/vendor.js';
import type { Selectable } from 'kysely';
import type { VendorTable } from './vendor-table.js';

export type VendorRow = Selectable<VendorTable>;

/** A vendor as the row of its table; every column is there. */
export function vendorRowOf({ tenantId, siteId }: Scope, vendor: Vendor): VendorRow {
  const { id, name, email, phone, note, data, version } = vendor;
  return {
    tenant_id: tenantId,
    site_id: siteId,
    id,
    name,
    email,
    phone,
    note,
    data,
    version,
    vendor_type: vendor.type,
    external_id: vendor.externalId,
    merged_into: vendor.mergedInto,
    search_words: vendorWords(vendor),
    created_at: vendor.createdAt,
    updated_at: vendor.updatedAt,
  };
}

export function vendorOf(row: VendorRow): Vendor {
  const { id, name, email, phone, note, data, version } = row;
  return {
    id,
    name,
    email,
    phone,
    note,
    data,
    version,
    type: row.vendor_type,
    externalId: row.external_id,
    mergedInto: row.merged_into,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
