import type { Item } from '@comptoir/core/catalogue/item.js';
import { catalogueLine } from '@comptoir/core/orders/catalogue-line.js';
import { carriageLine } from '@comptoir/core/orders/draft-contents.js';
import type { OrderDiscount, OrderLine, PickupLine } from '@comptoir/core/orders/order.js';
import { grantOf, type PricedContents, priceFulfilment } from '@comptoir/core/orders/price-fulfilment.js';
import { TAX } from '../demo-site.js';
import type { Choices, Dice } from './dice.js';

const QUANTITIES: Choices<number> = [
  [1, 72],
  [2, 20],
  [3, 5],
  [4, 3],
];
const LINES: Choices<number> = [
  [1, 46],
  [2, 32],
  [3, 16],
  [4, 6],
];

/** Some things of the catalogue, each once; what costs little is taken more often, and `more` times as many of it. */
export function drawLines(dice: Dice, items: Choices<Item>, more = 1): PickupLine[] {
  const wanted = new Map<string, Item>();
  const count = dice.weighted(LINES);
  while (wanted.size < count) {
    const item = dice.weighted(items);
    wanted.set(item.id, item);
  }
  return [...wanted.values()].map((item, index) => lineOf(dice, item, dice.weighted(QUANTITIES) * more, `${index + 1}`));
}

/** The items by how often they are taken. */
export function byPopularity(items: readonly Item[]): Choices<Item> {
  const [first, ...others] = items.map((item) => [item, 1 / Math.sqrt(item.priceCents)] as const);
  if (first === undefined) throw new Error('There is nothing for sale.');
  return [first, ...others];
}

function lineOf(dice: Dice, item: Item, quantity: number, id: string): PickupLine {
  const [variant, ...others] = item.variants;
  const wanted = {
    productId: item.id,
    variantId: variant === undefined ? null : dice.pick([variant, ...others]).id,
    optionIds: item.optionGroups.flatMap((group) => drawOptions(dice, group)),
    quantity,
    note: null,
    unitPriceCents: null,
  };
  return { ...catalogueLine(new Map([[item.id, item]]), wanted, id), itemId: item.id };
}

function drawOptions(dice: Dice, { min, max, options }: Item['optionGroups'][number]): readonly string[] {
  const left = options.map(({ id }) => id);
  const count = Math.min(left.length, dice.between(min, Math.max(min, Math.min(max, 2))));
  return Array.from({ length: count }, () => left.splice(dice.between(0, left.length - 1), 1)).flat();
}

const FREE_FROM_CENTS = 9000;

/** The goods with their carriage, and what was taken off. */
export function sentContents(dice: Dice, goods: readonly OrderLine[], to: string, forTrade: boolean): PricedContents {
  const goodsCents = goods.reduce((sum, { totalCents }) => sum + totalCents, 0);
  const carriage = carriageLine({ ...carriageTo(dice, to), taxBasisPoints: TAX.standard }, `${goods.length + 1}`);
  const discounts = [
    ...discountsOf(dice, forTrade),
    ...(goodsCents >= FREE_FROM_CENTS ? [discount('free', 'free_shipping', 0, 'Livraison offerte')] : []),
  ];
  return priceFulfilment([...goods, carriage], discounts.map(grantOf));
}

function carriageTo(dice: Dice, country: string): { readonly name: string; readonly priceCents: number } {
  if (country !== 'FR') return { name: 'Colissimo International', priceCents: 1490 };
  return dice.chance(35) ? { name: 'Point relais', priceCents: 490 } : { name: 'Colissimo à domicile', priceCents: 790 };
}

function discountsOf(dice: Dice, forTrade: boolean): readonly OrderDiscount[] {
  if (forTrade) return [discount('trade', 'percent', 800, 'Remise professionnelle')];
  if (dice.chance(8)) return [discount('welcome', 'percent', 1000, 'Bienvenue')];
  return dice.chance(4) ? [discount('gesture', 'amount', 500, 'Geste commercial')] : [];
}

function discount(id: string, kind: OrderDiscount['kind'], value: number, label: string): OrderDiscount {
  return { id, kind, value, label, coupon: null, lineId: null, amountCents: 0 };
}
