import type { StockDirection, StockReason, StockStatus } from '@comptoir/core/stock/stock-action.js';

export interface StockLevelTable {
  tenant_id: string;
  site_id: string;
  item_id: string;
  /** Empty for an item without variants. */
  variant_id: string;
  stock: number;
  reserved: number;
  threshold: number | null;
  updated_at: Date;
}

export interface StockActionTable {
  tenant_id: string;
  site_id: string;
  id: string;
  item_id: string;
  /** Empty for an item without variants. */
  variant_id: string;
  direction: StockDirection;
  quantity: number;
  status: StockStatus;
  reason: StockReason;
  stock_before: number | null;
  stock_after: number | null;
  reference: string | null;
  note: string | null;
  actor: string;
  created_at: Date;
  settled_at: Date | null;
}
