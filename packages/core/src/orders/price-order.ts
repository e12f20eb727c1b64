import { type Item, isAvailable, type Menu, type OptionGroup, type Variant } from '../catalogue/item.js';
import { DomainError, type Issue } from '../kit/errors.js';
import { lineTotalCents, sumCents } from '../kit/money.js';
import { NEW_LINE, type PickupLine } from './order.js';
import type { OrderInput } from './order-contract.js';

export interface PricedOrder {
  readonly lines: readonly PickupLine[];
  readonly dropped: readonly string[];
  readonly totalCents: number;
}

type LineInput = OrderInput['items'][number];

/** The options somebody has chosen, by their ids. */
interface Chosen {
  readonly optionIds?: readonly string[] | null | undefined;
}

/**
 * What the order costs by the menu; nothing the client sent about money is looked at.
 *
 * A line is dropped when its item is unknown or hidden, or its variant is missing or unknown where the item has variants; an
 * unknown option is ignored. Throws `empty_order` when no line is left, `invalid_options` when a group's min or max is not met,
 * `sold_out` with the items that are not for sale now.
 */
export function priceOrder(menu: Menu, inputs: readonly LineInput[], now: Date): PricedOrder {
  const items = new Map(menu.items.map((item) => [item.id, item]));
  const wanted: { item: Item; variant: Variant | null; input: LineInput; index: number }[] = [];
  const dropped: string[] = [];
  for (const [index, input] of inputs.entries()) {
    const item = items.get(input.id);
    const variant = item === undefined ? undefined : chosenVariant(item, input);
    if (item === undefined || !item.visible || variant === undefined) dropped.push(input.id);
    else wanted.push({ item, variant, input, index });
  }
  if (wanted.length === 0) {
    throw new DomainError('empty_order', { issues: [{ path: 'items', message: 'None of the items can be ordered.' }], facts: { dropped } });
  }
  refuseBadOptions(wanted.flatMap(({ item, input, index }) => optionIssues(item, input, index)));
  refuseSoldOut(wanted.filter(({ item }) => !isAvailable(item, now)).map(({ item }) => item));
  const lines = wanted.map(({ item, variant, input }, place) => priceLine(item, variant, input, `${place + 1}`));
  return { lines, dropped, totalCents: sumCents(lines.map((line) => line.totalCents)) };
}

/** The variant that is meant, null for an item without variants, undefined when none fits. */
function chosenVariant(item: Item, input: LineInput): Variant | null | undefined {
  if (item.variants.length === 0) return null;
  return item.variants.find((variant) => variant.id === input.variantId);
}

/** The known options of a group that were asked for; naming one twice is naming it once. */
function chosenOptions(group: OptionGroup, input: Chosen) {
  const wanted = new Set(input.optionIds ?? []);
  return group.options.filter((option) => wanted.has(option.id));
}

/** The groups of which too few or too many are chosen. */
export function optionIssues(item: Item, input: Chosen, index: number): Issue[] {
  return item.optionGroups.flatMap((group) => {
    const count = chosenOptions(group, input).length;
    if (count >= group.min && count <= group.max) return [];
    return [{ path: `items.${index}.optionIds`, message: `${item.name}: choose ${range(group)} of "${group.name}".` }];
  });
}

function range({ min, max }: OptionGroup): string {
  return min === max ? `exactly ${min}` : min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

function refuseBadOptions(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new DomainError('invalid_options', { issues: issues.slice(0, 20) });
}

function refuseSoldOut(soldOut: readonly Item[]): void {
  if (soldOut.length === 0) return;
  const items = [...new Map(soldOut.map(({ id, name }) => [id, { id, name }])).values()];
  throw new DomainError('sold_out', { facts: { items } });
}

function priceLine(item: Item, variant: Variant | null, input: LineInput, id: string): PickupLine {
  const options = item.optionGroups.flatMap((group) => chosenOptions(group, input));
  const unitPriceCents = (variant ?? item).priceCents + sumCents(options.map((option) => option.priceCents));
  return {
    ...NEW_LINE,
    id,
    itemId: item.id,
    name: item.name,
    variant: variant === null ? null : { id: variant.id, name: variant.name },
    options: options.map(({ id, name, priceCents }) => ({ id, name, priceCents })),
    quantity: input.quantity,
    unitPriceCents,
    totalCents: lineTotalCents(unitPriceCents, input.quantity),
    taxBasisPoints: item.taxBasisPoints,
    note: input.note || null,
  };
}
