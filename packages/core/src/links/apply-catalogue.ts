import type { z } from 'zod';
import type { Product } from '../catalogue/item.js';
import { changeProducts } from '../catalogue/product-changes.js';
import { mustKeepRelations } from '../catalogue/product-relations.js';
import { unitsOnlyIn } from '../catalogue/product-rules.js';
import type { CatalogueWork } from '../catalogue/products-service.js';
import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { Services } from '../services.js';
import { byUnit, unitsOf } from '../stock/stock-action.js';
import type { Stores } from '../stores.js';
import { isUnchanged, ownership, type PlannedItem, planItems, readItems, refused, type SentItem } from './plan-catalogue.js';
import { syncCategories } from './sync-categories.js';
import type { SyncAnswer, SyncError, syncCatalogue } from './sync-contract.js';

/** One transaction, in which a call of a shop is applied. */
export interface SyncWork {
  readonly services: Pick<Services, 'clock' | 'ids' | 'signals' | 'stock' | 'views'>;
  readonly stores: Stores;
  readonly scope: Scope;
  readonly linkId: string;
}

type Catalogue = z.output<typeof syncCatalogue>;

/** Makes the items of the shop those of the establishment. What is so already is not written again; a bad item is an error of its own. */
export async function applyCatalogue(work: SyncWork, catalogue: Catalogue): Promise<Omit<SyncAnswer, 'ok'>> {
  const { services, stores, scope } = work;
  // Nobody else changes the catalogue between what is read here and what is written.
  await stores.sites.lock(scope);
  const { sent, errors: unread } = readItems(catalogue.items);
  const place = await placeOf(work, catalogue, sent);
  const { planned, errors } = planItems(sent, { ...place, holders: await holdersOf(work, sent) });
  const { fitting, errors: unfitting } = await withoutMisfits(work, planned);
  const written = fitting.filter((one) => !isUnchanged(one));
  const allErrors = [...unread, ...errors, ...unfitting];
  const hidden = catalogue.complete ? await absentOf(work, sent, allErrors, place.isOurs) : [];
  await write(work, written, hidden);
  if (written.length + hidden.length + place.madeCategories > 0) services.signals.send({ kind: 'site-changed', siteId: scope.siteId });
  return {
    applied: written.length,
    ignored: fitting.length - written.length,
    errors: allErrors.sort((left, right) => left.index - right.index),
  };
}

async function placeOf(work: SyncWork, { categories }: Catalogue, sent: readonly SentItem[]) {
  const { services, stores, scope, linkId } = work;
  const { views, clock, ids } = services;
  const names = sent.flatMap(({ item: { category } }) => (category ? [{ name: category }] : []));
  const { idsByName, made } = await syncCategories(work, [...categories, ...names]);
  if (made > 0) await stores.sites.touch(scope);
  const site = await views.sites.get(scope);
  const links = new Set((await views.syncLinks.list(scope)).map(({ id }) => id));
  return {
    linkId,
    keepsStock: site?.features.stock === true,
    categoryIds: idsByName,
    madeCategories: made,
    isOurs: ownership(linkId, links),
    makeId: () => ids.uuid(),
    now: clock.now(),
  };
}

/** Everything that has a key or a sku of what was sent. */
async function holdersOf({ services: { views }, scope }: SyncWork, sent: readonly SentItem[]): Promise<readonly Product[]> {
  const parts = sent.flatMap(({ item }) => [item, ...(item.variants ?? [])]);
  const keyed = await views.products.bySyncKeys(scope, [...new Set(parts.map(({ key }) => key))]);
  // A product may keep a sku that was not sent.
  const skus = [...parts, ...keyed, ...keyed.flatMap(({ variants }) => variants)].flatMap(({ sku }) => (sku ? [sku] : []));
  const coded = await views.products.bySkus(scope, [...new Set(skus)]);
  return [...new Map([...keyed, ...coded].map((product) => [product.id, product])).values()];
}

/** Without what would take a variant away that still has stock, or is part of a bundle. */
async function withoutMisfits(work: SyncWork, planned: readonly PlannedItem[]) {
  const [fitting, errors]: [PlannedItem[], SyncError[]] = [[], []];
  for (const one of planned) {
    const refusal = await misfitOf(work, one);
    if (refusal === null) fitting.push(one);
    else errors.push(refusal);
  }
  return { fitting, errors };
}

async function misfitOf(work: SyncWork, one: PlannedItem): Promise<SyncError | null> {
  const { before, after } = one;
  if (before === null || unitsOnlyIn(before, after).length === 0) return null;
  try {
    await mustKeepRelations(catalogueWork(work), work.scope, before, after);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return refused(one, 'in_use', error.message);
  }
}

/** What the link keeps and did not send. An item whose key cannot be read may be any of them: then nothing is hidden. */
async function absentOf(
  { services: { views }, scope }: SyncWork,
  sent: readonly SentItem[],
  errors: readonly SyncError[],
  isOurs: (product: Product) => boolean,
): Promise<readonly Product[]> {
  const named = errors.map(({ key = null }) => key);
  if (named.includes(null)) return [];
  const present = new Set([...sent.map(({ item }) => item.key), ...named]);
  const all = await views.products.all(scope);
  return all.filter((product) => product.visible && product.syncKey !== null && !present.has(product.syncKey) && isOurs(product));
}

async function write(work: SyncWork, planned: readonly PlannedItem[], hidden: readonly Product[]): Promise<void> {
  const { services, stores, scope } = work;
  const created = planned.flatMap(({ before, after }) => (before === null ? [after] : []));
  const changed = planned.flatMap(({ before, after }) => (before === null ? [] : [after]));
  const afters = new Map([...changed, ...hidden.map((product) => ({ ...product, visible: false }))].map((after) => [after.id, after]));
  if (created.length + afters.size === 0) return;
  await stores.sites.touch(scope);
  const parts = catalogueWork(work);
  // Changes first, so that the codes which they free are there for new items.
  if (afters.size > 0) {
    await changeProducts(parts, scope, [...afters.keys()], (before) => afters.get(before.id) ?? before, services.clock.now());
  }
  if (created.length > 0) await create(work, created);
}

/** In two statements, however many they are: what a contract has let through fits together, and none of it is a bundle. */
async function create({ services, stores, scope }: SyncWork, created: readonly Product[]): Promise<void> {
  await stores.products.create(scope, created);
  const stocked = created.filter(({ manageStock }) => manageStock).flatMap(unitsOf);
  if (stocked.length > 0) await stores.stock.open(scope, stocked.toSorted(byUnit), services.clock.now());
}

function catalogueWork({ services, stores }: SyncWork): CatalogueWork {
  return { stores, views: services.views, signals: services.signals, stock: { open: services.stock.open, lock: stores.stock.lock } };
}
