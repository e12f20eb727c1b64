import { z } from 'zod';
import { idSchema, personText } from '../kit/validate.js';
import { availableOf, isLow, STOCK_DIRECTIONS, STOCK_REASONS, STOCK_STATUSES, type StockLevel, type StockUnit } from './stock-action.js';
import type { InventoryRow } from './stock-store.js';

/** The most of one unit that one call moves or counts. */
const QUANTITY_MAX = 1_000_000;

const text = z.string();

export const unitInput = z.object({ itemId: idSchema, variantId: idSchema.nullable().default(null) });
export const note = personText(1, 500, { multiline: true }).nullable().default(null);
export const quantity = z.int().min(1).max(QUANTITY_MAX);
export const counted = z.int().min(0).max(QUANTITY_MAX);
export const changedBy = z
  .int()
  .min(-QUANTITY_MAX)
  .max(QUANTITY_MAX)
  .refine((by) => by !== 0, 'Say what changes: more than nothing, or less');
export const threshold = z.int().min(0).max(QUANTITY_MAX).nullable();
/** What people write down themselves; the rest is written by the till. */
export const adjustReason = z.enum(STOCK_REASONS).extract(['SALE', 'REFUND', 'DELIVERY', 'RECEIPT', 'ADJUSTMENT', 'LOSS']);

const unitRecord = z.object({ itemId: text, variantId: text.nullable() });

export const levelRecord = unitRecord.extend({
  stock: z.int(),
  reserved: z.int(),
  available: z.int(),
  threshold: z.int().nullable(),
  low: z.boolean(),
  updatedAt: z.date(),
});

export const inventoryRecord = levelRecord.extend({ name: text, variantName: text.nullable(), sku: text.nullable() });

/** `valueCents` is null where nobody has said what the unit costs. */
export const valuedRecord = inventoryRecord.extend({ purchasePriceCents: z.int().nullable(), valueCents: z.int().nullable() });

export const actionRecord = unitRecord.extend({
  id: text,
  direction: z.enum(STOCK_DIRECTIONS),
  quantity: z.int(),
  status: z.enum(STOCK_STATUSES),
  reason: z.enum(STOCK_REASONS),
  before: z.int().nullable(),
  after: z.int().nullable(),
  reference: text.nullable(),
  note: text.nullable(),
  actor: text,
  createdAt: z.date(),
  settledAt: z.date().nullable(),
});

export const reportRecord = z.object({
  units: z.int(),
  actions: z.int(),
  differences: z.array(unitRecord.extend({ stock: z.int(), ledger: z.int(), reserved: z.int(), pending: z.int() })),
});

export function presentLevel<Level extends StockLevel>(level: Level) {
  return { ...level, available: availableOf(level), low: isLow(level) };
}

export function presentValue(row: InventoryRow) {
  const { stock, purchasePriceCents } = row;
  return { ...presentLevel(row), valueCents: purchasePriceCents === null ? null : stock * purchasePriceCents };
}

/** The unit that an input names. */
export function unitIn({ itemId, variantId }: StockUnit): StockUnit {
  return { itemId, variantId };
}
