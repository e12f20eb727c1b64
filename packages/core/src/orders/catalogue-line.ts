import type { Item, Option, Variant } from '../catalogue/item.js';
import { DomainError } from '../kit/errors.js';
import { sumCents } from '../kit/money.js';
import { NEW_LINE, type OrderLine } from './order.js';
import { optionIssues } from './price-order.js';

/** Something of the catalogue, as somebody of the staff asks for it. */
export interface WantedItem {
  readonly productId: string;
  readonly variantId: string | null;
  readonly quantity: number;
  readonly optionIds: readonly string[];
  readonly note: string | null;
  /** Instead of the price of the catalogue; null: that. */
  readonly unitPriceCents: number | null;
}

/**
 * The line for something of the catalogue at its price of now, hidden or not: the staff may sell what the public does not see.
 * Throws `unknown_item` (no such item or variant, or none named where it has some) and `invalid_options`.
 */
export function catalogueLine(items: ReadonlyMap<string, Item>, wanted: WantedItem, id: string): OrderLine {
  const item = items.get(wanted.productId);
  if (item === undefined) throw new DomainError('unknown_item', { facts: { items: [wanted.productId] } });
  const variant = variantOf(item, wanted.variantId);
  const options = optionsOf(item, wanted.optionIds);
  const ofCatalogue = (variant ?? item).priceCents + sumCents(options.map(({ priceCents }) => priceCents));
  const unitPriceCents = wanted.unitPriceCents ?? ofCatalogue;
  return {
    ...NEW_LINE,
    id,
    itemId: item.id,
    name: item.name,
    variant: variant === null ? null : { id: variant.id, name: variant.name },
    options: options.map(({ id: optionId, name, priceCents }) => ({ id: optionId, name, priceCents })),
    quantity: wanted.quantity,
    unitPriceCents,
    totalCents: unitPriceCents * wanted.quantity,
    taxBasisPoints: item.taxBasisPoints,
    note: wanted.note,
  };
}

function variantOf({ id, variants }: Item, variantId: string | null): Variant | null {
  if (variants.length === 0 && variantId === null) return null;
  const variant = variants.find((one) => one.id === variantId);
  if (variant !== undefined) return variant;
  throw new DomainError('unknown_item', { message: 'Name one of the variants of the item.', facts: { items: [id], variantId } });
}

function optionsOf(item: Item, optionIds: readonly string[]): readonly Option[] {
  const issues = optionIssues(item, { optionIds }, 0);
  if (issues.length > 0) throw new DomainError('invalid_options', { issues });
  const options = item.optionGroups.flatMap((group) => group.options).filter(({ id }) => optionIds.includes(id));
  if (options.length === new Set(optionIds).size) return options;
  throw new DomainError('invalid_options', { message: 'One of the options is not of this item.', facts: { items: [item.id] } });
}
