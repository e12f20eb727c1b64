import { z } from 'zod';
import type { StockUnit } from '../stock/stock-action.js';
import type { Product } from './item.js';

/**
 * What an online shop says there is of a product whose stock is not kept here: a fact in `data.stock`, beside the ledger, so that the ledger
 * still starts at what somebody counts once it is kept.
 */
export interface UnkeptStock {
  readonly variantId: string | null;
  readonly stock: number;
}

const unkept = z.array(z.object({ variantId: z.string().nullable(), stock: z.int() }));

/** Empty where nobody has said anything, and where stock is kept. */
export function unkeptStockOf({ manageStock, data }: Product): readonly UnkeptStock[] {
  return manageStock ? [] : (unkept.safeParse(data['stock']).data ?? []);
}

export function unkeptStock(units: readonly (StockUnit & { readonly quantity: number })[]): readonly UnkeptStock[] {
  return units.map(({ variantId, quantity }) => ({ variantId, stock: quantity }));
}
