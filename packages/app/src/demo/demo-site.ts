import type { NewCatalogue } from '@comptoir/core/catalogue/catalogue-contract.js';
import type { Allergen, OptionGroup } from '@comptoir/core/catalogue/item.js';
import type { NewSite } from '@comptoir/core/sites/site-contract.js';
import type { DemoGuests } from './demo-guests.js';
import type { DemoTopic } from './demo-help.js';
import type { DemoOffer } from './demo-tickets.js';
import type { DemoRegister } from './demo-till.js';
import type { DemoVendor } from './demo-vendors.js';
import type { History } from './history/history.js';
import type { Place } from './history/past-order.js';

/** The words the demo establishments are written in, so that a menu in code reads like a menu. */

export interface DemoSite {
  readonly site: NewSite;
  /** What 31 December is announced as; open as on any day. Null for a day like the others. */
  readonly newYearsEve: string | null;
  readonly catalogue: NewCatalogue;
  /** What was on the shelves on the first day, of each item or each of its variants; nothing where stock is not kept. */
  readonly balances?: ReadonlyMap<string, number>;
  /** What happened before it was loaded; it includes what was on the shelves on the first day. */
  readonly history?: (place: Place, balances: ReadonlyMap<string, number>) => History;
  /** Settings, by key. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Its help desk. */
  readonly help?: readonly DemoTopic[];
  /** Who it buys from. */
  readonly vendors?: readonly DemoVendor[];
  /** True: it writes to its clients, who are those of its history. */
  readonly markets?: boolean;
  /** True: it has tax rates, shipping and coupons. */
  readonly delivers?: boolean;
  /** What it sells tickets for. */
  readonly offers?: readonly DemoOffer[];
  /** Its passes and groups. */
  readonly guests?: DemoGuests;
  /** Where it sells over the counter, of which it has three weeks. */
  readonly registers?: readonly DemoRegister[];
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
  readonly goods?: Goods;
}

/** What is bought, counted and scanned; a dish is none of it. */
interface Goods {
  /** Of the item; variants add their own id to it. */
  readonly sku: string;
  /** What one was bought for. */
  readonly costCents: number;
  /** How many there are of it, or of each variant, when the shop opens. */
  readonly balance: number;
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
  const { goods } = item;
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
    ...(goods && { purchasePriceCents: goods.costCents }),
    ...(goods && variants.length === 0 && { sku: goods.sku, barcode: shelfBarcode(position, 0) }),
    variants: variants.map((variant, index) => ({ ...variant, ...(goods && codesOf(goods, variant.id, position, index)) })),
    optionGroups: (item.options ?? []).map((group) => ({ ...group, options: [...group.options] })),
  };
}

/** The opening balances of what is counted, by item. */
export function balancesOf(sections: readonly DemoSection[]): ReadonlyMap<string, number> {
  const items = sections.flatMap((section) => section.items);
  return new Map(items.flatMap(({ id, goods }) => (goods === undefined ? [] : [[id, goods.balance] as const])));
}

function codesOf({ sku }: Goods, variantId: string, position: number, index: number) {
  return { sku: `${sku}-${variantId.toUpperCase()}`, barcode: shelfBarcode(position, index + 1) };
}

/** An EAN-13 of the range that shops give out themselves (GS1 prefix 20), with its check digit. */
function shelfBarcode(position: number, variant: number): string {
  const digits = `20${String(position + 1).padStart(8, '0')}${String(variant).padStart(2, '0')}`;
  const sum = Array.from(digits, Number).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
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
