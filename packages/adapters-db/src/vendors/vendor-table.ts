import type { VendorType } from '@comptoir/core/shop-sync/shop-records.js';
import type { Json } from '../kit/json.js';

export interface VendorTable {
  tenant_id: string;
  site_id: string;
  id: string;
  name: string;
  vendor_type: VendorType | null;
  external_id: string | null;
  email: string | null;
  phone: string | null;
  note: string | null;
  data: Json<Readonly<Record<string, unknown>>>;
  merged_into: string | null;
  /** `vendorWords` of the vendor. */
  search_words: readonly string[];
  created_at: Date;
  updated_at: Date;
  version: number;
}
