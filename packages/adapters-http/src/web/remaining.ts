import type { CarteItem } from '@comptoir/core/carte/carte.js';
import type { Texts } from './texts/texts.js';

/** What is left of an item, where the establishment counts. Menus do not, and have no limit but that of an order. */

/** The most pieces of one line, which the till enforces (`OrderInput`). */
export const QUANTITY_MAX = 99;

/** Few left are worth saying; many are not. */
const FEW_LEFT = 5;

interface Taken {
  readonly itemId: string;
  readonly variantId: string | null;
  readonly quantity: number;
}

/** How many of an item in this variant an order can have beside `taken`; without a variant, of any. At most `QUANTITY_MAX`. */
export function roomFor(item: CarteItem, variantId: string | null, taken: readonly Taken[]): number {
  const ofItem = taken.filter(({ itemId }) => itemId === item.id);
  const ofVariant = ofItem.filter((line) => line.variantId === variantId);
  const variant = item.variants.find(({ id }) => id === variantId);
  return Math.max(0, Math.min(QUANTITY_MAX, lessTaken(item.remaining, ofItem), lessTaken(variant?.remaining, ofVariant)));
}

function lessTaken(remaining: number | null | undefined, taken: readonly Taken[]): number {
  return remaining == null ? Number.POSITIVE_INFINITY : remaining - taken.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** `Épuisé`, `Plus que 3`; undefined where there are enough, or where nobody counts. */
export function leftInWords({ remaining }: { readonly remaining?: number | null }, texts: Texts): string | undefined {
  if (remaining == null || remaining > FEW_LEFT) return undefined;
  return remaining === 0 ? texts.soldOut : texts.left(remaining);
}
