import { randomUUID } from 'node:crypto';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import type { HtmlCleaner } from '@comptoir/core/kit/html-cleaner.js';
import { type Logger, silentLogger } from '@comptoir/core/kit/logger.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import type { DriftReport } from '@comptoir/core/shop-sync/drift/drift-report.js';
import { nothingForeseen } from '@comptoir/core/shop-sync/products/known-shop.js';
import { makeMovedPromises } from '@comptoir/core/shop-sync/products/moved-promises.js';
import { shopProductParts } from '@comptoir/core/shop-sync/products/shop-product-parts.js';
import type { ShopCategory, ShopCombination, ShopProduct, ShopRecord, ShopVendor } from '@comptoir/core/shop-sync/shop-records.js';
import type { ChunkPlan, SyncPart } from '@comptoir/core/shop-sync/sync-part.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { repeatableCrypto } from '../core/support.js';
import { testDeps } from '../support/service-deps.js';
import { type Establishment, minutesAfter, NOON } from './builders.js';

/** A mug of the shop: 10.00 net at 20 %, seven on its shelf. */
export function aShopProduct(changes: Partial<ShopProduct> = {}): ShopProduct {
  return {
    externalId: '1',
    updatedAt: NOON,
    name: 'Mug',
    description: null,
    reference: null,
    barcode: null,
    netPrice: '10.000000',
    taxBasisPoints: 2000,
    purchasePriceCents: null,
    weightGrams: null,
    widthMm: null,
    heightMm: null,
    depthMm: null,
    active: true,
    kind: 'simple',
    categoryId: null,
    categoryIds: [],
    supplierId: null,
    supplierReference: null,
    manufacturerId: null,
    manufacturerName: null,
    combinations: [],
    bundle: [],
    quantity: 7,
    photo: null,
    ...changes,
  };
}

/** Two euros more than its product, three on the shelf. */
export function aCombination(changes: Partial<ShopCombination> = {}): ShopCombination {
  return {
    externalId: '11',
    name: 'Rouge, M',
    reference: null,
    barcode: null,
    netPriceImpact: '2.000000',
    purchasePriceCents: null,
    quantity: 3,
    ...changes,
  };
}

export function aShopVendor(changes: Partial<ShopVendor> = {}): ShopVendor {
  return { externalId: '12', updatedAt: NOON, type: 'supplier', name: 'Grès & Cie', active: true, ...changes };
}

export function aShopCategory(changes: Partial<ShopCategory> = {}): ShopCategory {
  return { externalId: '3', updatedAt: NOON, name: 'Tasses', parentId: null, position: 1, active: true, ...changes };
}

/** A comparison that found one product with another price. */
export function aDriftReport(changes: Partial<DriftReport> = {}): DriftReport {
  const none = { count: 0, externalIds: [] };
  const fields = [{ field: 'price', count: 1, externalIds: ['7'] }];
  const products = { entity: 'products', shop: 3, here: 3, missingHere: none, missingInShop: none, compared: 3, fields } as const;
  return { startedAt: NOON, finishedAt: minutesAfter(NOON, 1), requests: 4, entities: [products], ...changes };
}

/** Takes tags out; what cleaning HTML means is tested where it is done. */
const TAGLESS: HtmlCleaner = { clean: (html) => ({ html, text: html.replace(/<[^>]*>/g, ''), addresses: [], removed: [] }) };

export interface PartOptions {
  readonly resetStock?: boolean;
  readonly logger?: Logger;
}

export function theParts({ resetStock = false, logger = silentLogger }: PartOptions = {}) {
  return shopProductParts({
    ids: { uuid: randomUUID, token: randomUUID },
    cleaner: TAGLESS,
    logger,
    resetStock,
    foreseen: nothingForeseen(),
    promises: makeMovedPromises(),
  });
}

const AT_NOON = { now: NOON, since: NOON, authority: false } as const;

/** Plans and applies a chunk as the engine does, in one transaction, and keeps the links. */
export function imports<Kept extends ShopRecord>(
  persistence: Persistence,
  { scope, site }: Establishment,
  part: SyncPart<Kept>,
  records: readonly Kept[],
): Promise<ChunkPlan> {
  return serving(persistence).unitOfWork(scope, async (services, stores) => {
    const plan = await part.plan({ ...AT_NOON, scope, site, views: services.views, stores }, records);
    await plan.apply(services, stores);
    const links = plan.links.map((link) => ({ ...link, ...LINKED, entity: part.entity }));
    await stores.shopLinks.put(scope, links);
    return plan;
  });
}

/** The same for records that the shop does not have any more. */
export function loses<Kept extends ShopRecord>(
  persistence: Persistence,
  { scope, site }: Establishment,
  part: SyncPart<Kept>,
  externalIds: readonly string[],
): Promise<ChunkPlan> {
  return serving(persistence).unitOfWork(scope, async (services, stores) => {
    const plan = await part.planGone({ ...AT_NOON, scope, site, views: services.views, stores }, externalIds);
    await plan.apply(services, stores);
    return plan;
  });
}

function serving(persistence: Persistence): Services {
  return makeServices(testDeps({ persistence, clock: fixedClock(NOON), crypto: repeatableCrypto() }));
}

/** What a dry run says, which counts it: what comes after it knows of it. */
export async function foresees<Kept extends ShopRecord>(
  { views }: Persistence,
  { scope, site }: Establishment,
  part: SyncPart<Kept>,
  records: readonly Kept[],
): Promise<ChunkPlan> {
  const plan = await part.plan({ ...AT_NOON, scope, site, views, stores: null }, records);
  plan.foresee();
  return plan;
}

const LINKED = { digest: 'd', shopUpdatedAt: null, importedAt: NOON, goneAt: null } as const;

/** The product that the shop calls so. */
export async function importedAs({ views }: Persistence, scope: Scope, externalId: string) {
  const [product] = await views.products.byExternalIds(scope, [externalId]);
  if (product === undefined) throw new Error(`Product ${externalId} of the shop is not here.`);
  return product;
}
