import type { NewCatalogue } from '@comptoir/core/catalogue/catalogue-contract.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { type NewSite, SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import type { StockUnit } from '@comptoir/core/stock/stock-action.js';
import { HOSTILE_NAME, type PageHost } from './page-host.js';

/** A shop for tests of its pages: what is in plenty, what is rare, what is gone, and what nobody counts. */

export const BOL_PETIT: StockUnit = { itemId: 'bol', variantId: 'petit' };
export const CARAFE: StockUnit = { itemId: 'carafe', variantId: null };
export const TASSE: StockUnit = { itemId: 'tasse', variantId: null };

const SHOP: Partial<NewSite> = {
  slug: 'atelier-test',
  trade: 'shop',
  name: 'Atelier Test',
  description: 'Objets du quotidien.',
  features: { ...SITE_DEFAULTS.features, onlineOrders: true, stock: true },
};

export function goods(): NewCatalogue {
  const common = { taxBasisPoints: 2000 };
  return {
    categories: [
      { id: 'table', name: 'Table', position: 1 },
      { id: 'papier', name: 'Papier', position: 2 },
    ],
    items: [
      {
        ...common,
        id: 'bol',
        categoryId: 'table',
        name: 'Bol Ostrevent',
        description: 'Faïence tournée à Desvres, liseré brique.',
        priceCents: 1900,
        photo: '/assets/illustrations/bol.svg',
        manageStock: true,
        position: 1,
        variants: [
          { id: 'petit', name: 'Petit, 12 cm', priceCents: 1900 },
          { id: 'grand', name: 'Grand, 16 cm', priceCents: 2600 },
        ],
      },
      {
        ...common,
        id: 'carafe',
        categoryId: 'table',
        name: 'Carafe Lys',
        description: 'Verre soufflé bouche.',
        priceCents: 3900,
        photo: '/assets/illustrations/carafe.svg',
        manageStock: true,
        position: 2,
      },
      { ...common, id: 'tasse', categoryId: 'table', name: 'Tasse Marée', priceCents: 2400, manageStock: true, position: 3 },
      { ...common, id: 'vase', categoryId: 'table', name: 'Vase Dune', priceCents: 5900, manageStock: true, position: 4 },
      { ...common, id: 'affiche', categoryId: 'papier', name: 'Affiche Beffroi', priceCents: 1500, position: 1 },
      { ...common, id: 'carnet', name: HOSTILE_NAME, priceCents: 900, position: 2 },
    ],
  };
}

/** Opens the shop with forty cups, five small bowls, no big one, two carafes and no vase. */
export async function openShop(host: PageHost, changes: Partial<NewSite> = {}, catalogue = goods()): Promise<Scope> {
  const scope = await host.open({ ...SHOP, ...changes }, catalogue);
  const { items } = await host.services.views.catalogue.menu(scope);
  for (const item of items.filter(({ manageStock }) => manageStock)) await host.services.stock.open(scope, item, null);
  for (const [unit, count] of [
    [TASSE, 40],
    [BOL_PETIT, 5],
    [CARAFE, 2],
  ] as const) {
    if (items.some(({ id }) => id === unit.itemId)) await receive(host, scope, unit, count);
  }
  return scope;
}

/** Adds to the stock of a unit, or takes from it. */
export async function receive(host: PageHost, scope: Scope, unit: StockUnit, by: number): Promise<void> {
  await host.services.stock.adjust(scope, unit, { by, reason: by > 0 ? 'RECEIPT' : 'ADJUSTMENT', reference: null, note: null });
}
