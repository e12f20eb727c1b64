import type { Product } from '../../catalogue/item.js';
import type { HtmlCleaner } from '../../kit/html-cleaner.js';
import type { Ids } from '../../kit/ids.js';
import type { Logger } from '../../kit/logger.js';
import { happened } from '../../stock/new-stock-action.js';
import { type NewStockAction, type StockUnit, unitKey, unitsOf } from '../../stock/stock-action.js';
import type { Vendor } from '../../vendors/vendor.js';
import type { ShopProduct } from '../shop-records.js';
import type { PartWork, SyncPart } from '../sync-part.js';
import { type DecidedProduct, decideProducts } from './decide-products.js';
import { type Foreseen, vendorKey } from './known-shop.js';
import type { MovedPromises } from './moved-promises.js';
import { isChanged, NO_PRODUCT_WRITES, nextVersion, type PlannedProducts, type ProductWrites, planOfProducts } from './plan-products.js';
import { productsKnown, readKnownShop } from './read-known-shop.js';
import { goneFromShop } from './shown-in-shop.js';
import { type LedgerFacts, type StockWrite, stockActions, withUnkeptStock } from './stock-writes.js';
import { unitsInUse } from './units-in-use.js';

export interface ProductPartDeps {
  readonly ids: Ids;
  readonly foreseen: Foreseen;
  readonly cleaner: HtmlCleaner;
  readonly logger: Logger;
  /** `RESET_STOCK_ON_SYNC` */
  readonly resetStock: boolean;
  readonly promises: Pick<MovedPromises, 'by'>;
}

/** Products of the shop with their combinations, bundles, vendors and stock. */
export function productPart(deps: ProductPartDeps): SyncPart<ShopProduct> {
  return {
    entity: 'products',
    // Where stock is reset, the same record means something else.
    rules: deps.resetStock ? 2 : 1,
    // What was sold here meanwhile makes another delta of the same record.
    heedsUnchanged: deps.resetStock,
    read: (gateway, externalIds, signal) => gateway.products(externalIds, signal),
    async plan(work, records) {
      await work.stores?.sites.lock(work.scope);
      return planOfProducts(work, deps.logger, await planned(work, records, deps));
    },
    async planGone(work, externalIds) {
      await work.stores?.sites.lock(work.scope);
      return planOfProducts(work, deps.logger, await plannedGone(work, externalIds, deps));
    },
  };
}

async function planned(work: PartWork, records: readonly ShopProduct[], deps: ProductPartDeps): Promise<PlannedProducts> {
  const { ids, foreseen, cleaner, resetStock } = deps;
  const makeId = () => ids.uuid();
  const { known, newVendors } = await readKnownShop(work, records, foreseen, makeId);
  const inUse = await unitsInUse(work, records, known.products, deps);
  const mustStay = ({ id: itemId }: Product, variantId: string | null) => inUse.has(unitKey({ itemId, variantId }));
  const plainText = (html: string) => cleaner.clean(html, { pictures: false }).text;
  const { decided: imported, refused } = decideProducts(records, { known, makeId, plainText, mustStay, now: work.now });
  const decided = resetStock ? imported.map((each) => ({ ...each, after: withUnkeptStock(each.record, each.after) })) : imported;
  const vendors = newVendors.filter(isNamedBy(decided, newVendors));
  const { facts, opened, actions } = await ledgerWrites(work, decided, deps);
  return {
    links: decided.map(({ record, after }) => ({ externalId: record.externalId, localId: after.id })),
    refused,
    writes: { ...productWrites(decided, vendors, work.now), opened, actions },
    foresee() {
      remember(foreseen, decided, vendors);
      rememberStock(foreseen, facts, opened, actions);
    },
  };
}

function productWrites(decided: readonly DecidedProduct[], vendors: readonly Vendor[], now: Date) {
  const changes = decided.flatMap(({ before, after }) => (before === null ? [] : [{ before, after }]));
  return {
    vendors,
    created: decided.flatMap(({ before, after }) => (before === null ? [after] : [])),
    changed: changes.filter(isChanged).map((change) => nextVersion(change, now)),
  };
}

/** The ledgers of new units begin at 0, whether stock is reset or not. */
async function ledgerWrites(work: PartWork, decided: readonly DecidedProduct[], deps: ProductPartDeps) {
  const { ids, resetStock } = deps;
  const stocked = decided.filter(({ after }) => after.manageStock);
  const units = stocked.flatMap(({ after }) => unitsOf(after));
  const stored = await ledgerFacts(work, units, resetStock);
  const facts = work.stores === null ? withForeseen(stored, units, deps) : stored;
  const opened = units.filter((unit) => !facts.levels.has(unitKey(unit)));
  const make = (unit: StockUnit, { reason, by }: StockWrite) =>
    happened(ids, work.scope, unit, by, { reason, reference: null, note: null }, work.now);
  const actions = resetStock ? stocked.flatMap(({ record, after }) => stockActions(record, after, facts, make)) : [];
  return { facts, opened, actions };
}

/** Locked where they are going to be written, so that nobody sells between what is read and what is written. */
async function ledgerFacts({ scope, views, stores }: PartWork, units: readonly StockUnit[], resetStock: boolean): Promise<LedgerFacts> {
  const itemIds = [...new Set(units.map(({ itemId }) => itemId))];
  const levels = resetStock && stores !== null ? await stores.stock.lockAll(scope, units) : await views.stock.levels(scope, itemIds);
  const promised = resetStock ? await views.stock.promisedTo(scope, 'shop', itemIds) : [];
  return {
    levels: new Map(levels.map((level) => [unitKey(level), level])),
    promised: new Map(promised.map(({ quantity, ...unit }) => [unitKey(unit), quantity])),
  };
}

/** The same, with what earlier chunks of a dry run would have written and promised. */
function withForeseen(
  { levels, promised }: LedgerFacts,
  units: readonly StockUnit[],
  { foreseen, promises }: ProductPartDeps,
): LedgerFacts {
  const keys = units.map(unitKey);
  // A promise opens the ledger of its unit.
  const stockOf = (key: string) => foreseen.stock.get(key) ?? levels.get(key)?.stock ?? (promises.by(key) === undefined ? undefined : 0);
  const asLevel = (key: string, stock: number | undefined) => (stock === undefined ? [] : [[key, { stock }] as const]);
  return {
    levels: new Map(keys.flatMap((key) => asLevel(key, stockOf(key)))),
    promised: new Map(keys.map((key) => [key, (promised.get(key) ?? 0) + (promises.by(key) ?? 0)])),
  };
}

function rememberStock(
  { stock }: Foreseen,
  { levels }: LedgerFacts,
  opened: readonly StockUnit[],
  actions: readonly NewStockAction[],
): void {
  for (const unit of opened) stock.set(unitKey(unit), 0);
  for (const action of actions) {
    const key = unitKey(action);
    const before = stock.get(key) ?? levels.get(key)?.stock ?? 0;
    stock.set(key, before + (action.direction === 'INCREMENT' ? action.quantity : -action.quantity));
  }
}

/** True of a vendor that a record which is imported names, and of one that such a vendor is merged into. */
function isNamedBy(decided: readonly DecidedProduct[], vendors: readonly Vendor[]): (vendor: Vendor) => boolean {
  const keys = new Set(
    decided.flatMap(({ record: { supplierId, manufacturerId } }) => [
      ...(supplierId === null ? [] : [vendorKey('supplier', supplierId)]),
      ...(manufacturerId === null ? [] : [vendorKey('manufacturer', manufacturerId)]),
    ]),
  );
  const isNamed = ({ type, externalId }: Vendor) => type !== null && externalId !== null && keys.has(vendorKey(type, externalId));
  const leadsTo = new Set(vendors.filter(isNamed).map(({ mergedInto }) => mergedInto));
  return (vendor) => isNamed(vendor) || leadsTo.has(vendor.id);
}

function remember(foreseen: Foreseen, decided: readonly DecidedProduct[], vendors: readonly Vendor[]): void {
  for (const { record, after } of decided) foreseen.products.set(record.externalId, after);
  for (const vendor of vendors) {
    const holder = vendors.find(({ id }) => id === vendor.mergedInto) ?? vendor;
    if (vendor.type !== null && vendor.externalId !== null) foreseen.vendors.set(vendorKey(vendor.type, vendor.externalId), holder);
  }
}

/** Not removed: inactive and deleted in `data`, and hidden. Bundles it is part of and its stock stay as they are. */
async function plannedGone(work: PartWork, externalIds: readonly string[], { foreseen }: ProductPartDeps): Promise<PlannedProducts> {
  const products = [...(await productsKnown(work, externalIds, foreseen)).values()];
  const changes = products.map((before) => {
    const { visible, data } = goneFromShop(before);
    return { before, after: { ...before, visible, data: merged(before.data, data) } };
  });
  const changed = changes.filter(isChanged).map((change) => nextVersion(change, work.now));
  const links = products.flatMap(({ id, externalId }) => (externalId === null ? [] : [{ externalId, localId: id }]));
  const writes: ProductWrites = { ...NO_PRODUCT_WRITES, changed };
  return {
    links,
    refused: [],
    writes,
    foresee() {
      for (const { after } of changes) if (after.externalId !== null) foreseen.products.set(after.externalId, after);
    },
  };
}

function merged(before: Product['data'], changes: Product['data']): Product['data'] {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null));
}
