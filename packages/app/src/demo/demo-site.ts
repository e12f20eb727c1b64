import type { NewCatalogue } from '@comptoir/core/catalogue/catalogue-contract.js';
import type { Allergen, OptionGroup } from '@comptoir/core/catalogue/item.js';
import type { NewSite } from '@comptoir/core/sites/site-contract.js';

/** The words the demo establishments are written in, so that a menu in code reads like a menu. */

export interface DemoSite {
  readonly site: NewSite;
  /** What 31 December is announced as; open as on any day. Null for a day like the others. */
  readonly newYearsEve: string | null;
  readonly catalogue: NewCatalogue;
}

/** French rates of value-added tax in basis points. */
export const TAX = {
  /** Food and soft drinks to be consumed at once. */
  toEatNow: 1000,
  /** Food and drinks that keep, such as bread or closed bottles; books. */
  reduced: 550,
  /** Alcohol and goods. */
  standard: 2000,
} as const;

/** A variant or an option. */
export type Choice = readonly [id: string, name: string, priceCents: number];

interface DemoItem {
  readonly id: string;
  readonly name: string;
  /** In cents, or the variants with a price each. */
  readonly price: number | readonly Choice[];
  readonly text: string;
  /** Name of an illustration. */
  readonly photo: string;
  readonly allergens?: readonly Allergen[];
  readonly options?: readonly OptionGroup[];
  /** Where it is not that of the section. */
  readonly taxBasisPoints?: number;
}

export interface DemoSection {
  readonly id: string;
  readonly name: string;
  readonly taxBasisPoints: number;
  readonly items: readonly DemoItem[];
}

export const AROUND_THE_CLOCK: NewSite['hours'] = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }));

/** The sections as a catalogue, in the order they are written in. */
export function catalogueOf(sections: readonly DemoSection[]): NewCatalogue {
  return {
    categories: sections.map(({ id, name }, position) => ({ id, name, position })),
    items: sections
      .flatMap((section) => section.items.map((item) => ({ section, item })))
      .map(({ section, item }, position) => catalogueItem(section, item, position)),
  };
}

function catalogueItem(section: DemoSection, item: DemoItem, position: number): NewCatalogue['items'][number] {
  const variants = typeof item.price === 'number' ? [] : item.price.map(namedPrice);
  return {
    id: item.id,
    categoryId: section.id,
    name: item.name,
    description: item.text,
    priceCents: typeof item.price === 'number' ? item.price : Math.min(...variants.map(({ priceCents }) => priceCents)),
    taxBasisPoints: item.taxBasisPoints ?? section.taxBasisPoints,
    photo: `/assets/illustrations/${item.photo}.svg`,
    allergens: [...(item.allergens ?? [])],
    visible: true,
    soldOutUntil: null,
    position,
    managedBy: 'till',
    variants,
    optionGroups: (item.options ?? []).map((group) => ({ ...group, options: [...group.options] })),
  };
}

/** Exactly one of the options. */
export function chooseOne(id: string, name: string, options: readonly Choice[]): OptionGroup {
  return { id, name, min: 1, max: 1, options: options.map(namedPrice) };
}

/** As many of the options as `max` allows, or none. */
export function chooseUpTo(max: number, id: string, name: string, options: readonly Choice[]): OptionGroup {
  return { id, name, min: 0, max, options: options.map(namedPrice) };
}

function namedPrice([id, name, priceCents]: Choice) {
  return { id, name, priceCents };
}
