import type { CarteItem } from '@comptoir/core/carte/carte.js';
import { centsOfPrice } from './format.js';

/** What a guest chooses of an item. Options are one set of ids over all groups, as the order has them. */
export interface Choices {
  readonly variantId: string | null;
  readonly optionIds: readonly string[];
}

export type CarteOptionGroup = CarteItem['optionGroups'][number];

export type ChoiceFault =
  | { readonly kind: 'no_variant' }
  | { readonly kind: 'too_few' | 'too_many'; readonly group: CarteOptionGroup; readonly count: number };

/** True when the item cannot be ordered, or not well, without asking the guest something. */
export function asksForChoices(item: CarteItem): boolean {
  return item.variants.length > 0 || item.optionGroups.length > 0;
}

/** Where choosing starts: nothing is chosen for the guest, except what leaves no choice. */
export function firstChoices(item: CarteItem): Choices {
  const [only, ...others] = item.variants;
  return { variantId: others.length === 0 ? (only?.id ?? null) : null, optionIds: [] };
}

export function chosenCount(group: CarteOptionGroup, optionIds: readonly string[]): number {
  return group.options.filter(({ id }) => optionIds.includes(id)).length;
}

/** One at most: chosen like a station on a radio, where choosing another lets go of the first. */
export function isSingleChoice(group: CarteOptionGroup): boolean {
  return group.max === 1;
}

/** The choice with an option taken or let go. A full group stays as it is, unless it holds one. */
export function toggleOption(group: CarteOptionGroup, optionIds: readonly string[], optionId: string): readonly string[] {
  if (isSingleChoice(group)) return [...withoutGroup(group, optionIds), optionId];
  if (optionIds.includes(optionId)) return optionIds.filter((id) => id !== optionId);
  return chosenCount(group, optionIds) >= group.max ? optionIds : [...optionIds, optionId];
}

export function withoutGroup(group: CarteOptionGroup, optionIds: readonly string[]): readonly string[] {
  return optionIds.filter((id) => !group.options.some((option) => option.id === id));
}

/** What keeps the choices from being ordered, in the order of the form. */
export function choiceFaults(item: CarteItem, choices: Choices): readonly ChoiceFault[] {
  const faults: ChoiceFault[] = [];
  const hasVariant = item.variants.some(({ id, remaining }) => id === choices.variantId && remaining !== 0);
  if (item.variants.length > 0 && !hasVariant) faults.push({ kind: 'no_variant' });
  for (const group of item.optionGroups) {
    const count = chosenCount(group, choices.optionIds);
    if (count < group.min) faults.push({ kind: 'too_few', group, count });
    if (count > group.max) faults.push({ kind: 'too_many', group, count });
  }
  return faults;
}

/** The price of one piece, as the till will calculate it: variant or item, plus options. */
export function unitPriceCents(item: CarteItem, choices: Choices): number {
  const variant = item.variants.find(({ id }) => id === choices.variantId);
  const options = item.optionGroups.flatMap((group) => group.options.filter(({ id }) => choices.optionIds.includes(id)));
  return options.reduce((sum, { price }) => sum + centsOfPrice(price), centsOfPrice(variant?.price ?? item.price));
}

/** The lowest price an item can have, and whether it can have others: `from 4,50 €`. */
export function startingPrice(item: CarteItem): { readonly cents: number; readonly from: boolean } {
  if (item.variants.length === 0) return { cents: centsOfPrice(item.price), from: false };
  const prices = item.variants.map(({ price }) => centsOfPrice(price));
  const lowest = Math.min(...prices);
  return { cents: lowest, from: prices.some((price) => price !== lowest) };
}
