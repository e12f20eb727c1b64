import type { Category, Item } from '@comptoir/core/catalogue/item.js';
import type { Site } from '@comptoir/core/sites/site.js';
import type { StockUnit } from '@comptoir/core/stock/stock-action.js';
import { aCategory, anItem, aSite, aVariant, type Establishment } from '../../suites/builders.js';
import { aRestaurant, type Bench } from '../support.js';

export const SHOP: Partial<Site> = { trade: 'shop', name: 'Atelier Nord', features: { ...aSite().features, slots: false, stock: true } };

const CATEGORIES: readonly Category[] = [aCategory({ id: 'table', name: 'Table' }), aCategory({ id: 'vide', name: 'Vide' })];

/** Two sizes, one thing that stock is kept of, one that none is kept of, a bundle, one of no category, and one that is hidden. */
export const GOODS: readonly Item[] = [
  anItem({
    id: 'bol',
    name: 'Bol',
    categoryId: 'table',
    photo: '/photos/bol.jpg',
    priceCents: 0,
    manageStock: true,
    position: 1,
    variants: [
      aVariant({ id: 'petit', name: 'Petit', priceCents: 1900, sku: 'BOL-P' }),
      aVariant({ id: 'grand', name: 'Grand', priceCents: 2650, sku: 'BOL-G' }),
    ],
  }),
  anItem({ id: 'carafe', name: 'Carafe', categoryId: 'table', priceCents: 3900, manageStock: true, position: 2 }),
  anItem({ id: 'affiche', name: 'Affiche', priceCents: 1500, position: 3 }),
  anItem({
    id: 'coffret',
    name: 'Coffret',
    categoryId: 'table',
    priceCents: 5000,
    position: 4,
    bundle: [
      { itemId: 'bol', variantId: 'petit', quantity: 2 },
      { itemId: 'carafe', variantId: null, quantity: 1 },
    ],
  }),
  anItem({ id: 'secret', name: 'Réserve', visible: false, position: 5 }),
];

export const BOL_PETIT: StockUnit = { itemId: 'bol', variantId: 'petit' };
export const BOL_GRAND: StockUnit = { itemId: 'bol', variantId: 'grand' };
export const CARAFE: StockUnit = { itemId: 'carafe', variantId: null };

/** A shop open around the clock, with five small bowls, no big one and one carafe. */
export async function aShop(bench: Bench, changes: Partial<Site> = {}): Promise<Establishment> {
  const shop = await aRestaurant(bench, { ...SHOP, ...changes }, { categories: CATEGORIES, items: GOODS });
  const { stock } = bench.services;
  for (const item of GOODS.filter(({ manageStock }) => manageStock)) await stock.open(shop.scope, item, null);
  for (const [unit, by] of [
    [BOL_PETIT, 5],
    [CARAFE, 1],
  ] as const) {
    await stock.adjust(shop.scope, unit, { by, reason: 'RECEIPT', reference: null, note: null });
  }
  return shop;
}
