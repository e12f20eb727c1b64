import type { Allergen, BundleComponent, OptionGroup } from '@comptoir/core/catalogue/item.js';
import type { Json } from '../kit/json.js';

export interface CategoryTable {
  tenant_id: string;
  site_id: string;
  id: string;
  name: string;
  position: number;
}

export interface ItemTable {
  tenant_id: string;
  site_id: string;
  id: string;
  category_id: string | null;
  name: string;
  description: string | null;
  price_cents: number;
  tax_basis_points: number;
  photo: string | null;
  allergens: Json<readonly Allergen[]>;
  visible: boolean;
  sold_out_until: Date | null;
  position: number;
  managed_by: 'till' | 'sync';
  option_groups: Json<readonly OptionGroup[]>;
  sku: string | null;
  barcode: string | null;
  manage_stock: boolean;
  bundle: Json<readonly BundleComponent[]>;
  reference: string | null;
  purchase_price_cents: number | null;
  weight_grams: number | null;
  width_mm: number | null;
  height_mm: number | null;
  depth_mm: number | null;
  sync_key: string | null;
  external_id: string | null;
  default_vendor_id: string | null;
  data: Json<Readonly<Record<string, unknown>>>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  version: number;
}

export interface ItemVariantTable {
  tenant_id: string;
  site_id: string;
  item_id: string;
  id: string;
  name: string;
  price_cents: number;
  position: number;
  sku: string | null;
  barcode: string | null;
  sync_key: string | null;
  external_id: string | null;
}

/** Every sku and sync key of an establishment once, over items and variants; those of deleted products are not in it. */
export interface ItemCodeTable {
  tenant_id: string;
  site_id: string;
  kind: 'sku' | 'sync';
  code: string;
  item_id: string;
  variant_id: string | null;
}
