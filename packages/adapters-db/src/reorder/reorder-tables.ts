export interface ReorderSuggestionTable {
  tenant_id: string;
  site_id: string;
  item_id: string;
  /** Empty for an item without variants. */
  variant_id: string;
  vendor_id: string | null;
  quantity: number;
  reorder_point: number;
  available: number;
  incoming: number;
  demand: number;
  window_days: number;
  days_of_cover: number | null;
  calculated_at: Date;
}
