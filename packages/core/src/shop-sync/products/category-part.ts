import type { Category } from '../../catalogue/item.js';
import type { Ids } from '../../kit/ids.js';
import type { ShopCategory } from '../shop-records.js';
import type { ChunkPlan, PartWork, SyncPart } from '../sync-part.js';
import type { Foreseen } from './known-shop.js';
import { lineOf } from './product-words.js';

export interface CategoryPartDeps {
  readonly ids: Ids;
  readonly foreseen: Foreseen;
}

/** The largest position a category can have (`categoryCreate`). */
const POSITION_MAX = 100_000;

/** Categories of the shop, in one level: a product is shown in one of them, and `data.categories` of it names all. */
export function categoryPart({ ids, foreseen }: CategoryPartDeps): SyncPart<ShopCategory> {
  return {
    entity: 'categories',
    rules: 1,
    async read(gateway, externalIds, signal) {
      const wanted = new Set(externalIds);
      const records = (await gateway.categories(signal)).filter(({ externalId }) => wanted.has(externalId));
      const found = new Set(records.map(({ externalId }) => externalId));
      return { records, gone: externalIds.filter((id) => !found.has(id)), faulty: [] };
    },
    async plan(work, records) {
      await work.stores?.sites.lock(work.scope);
      const known = await knownCategories(work, records);
      const categories = records.map((record) => categoryOf(record, known.get(record.externalId)?.id ?? ids.uuid()));
      return {
        ...planOf(work, records, categories, new Map([...known.values()].map((category) => [category.id, category]))),
        foresee() {
          for (const [index, { id }] of categories.entries()) foreseen.categories.set(records[index]?.externalId ?? '', id);
        },
      };
    },
    // Products may be in it, and people may have put some there: they decide whether it goes.
    planGone: async () => ({ links: [], writes: {}, refused: [], apply: async () => undefined, foresee: () => undefined }),
  };
}

/** Categories here by their id in the shop; one that somebody has deleted here is made again. */
async function knownCategories({ scope, views }: PartWork, records: readonly ShopCategory[]): Promise<ReadonlyMap<string, Category>> {
  const links = await views.shopLinks.byExternalIds(
    scope,
    'categories',
    records.map(({ externalId }) => externalId),
  );
  const byId = new Map((await views.catalogue.categories(scope)).map((category) => [category.id, category]));
  const known = links.flatMap(({ externalId, localId }) => {
    const category = byId.get(localId);
    return category === undefined ? [] : [[externalId, category] as const];
  });
  return new Map(known);
}

function categoryOf({ externalId, name, position }: ShopCategory, id: string): Category {
  return { id, name: lineOf(name, 80) ?? externalId, position: Math.max(0, Math.min(position, POSITION_MAX)) };
}

function planOf(
  { scope }: PartWork,
  records: readonly ShopCategory[],
  categories: readonly Category[],
  byId: ReadonlyMap<string, Category>,
): Omit<ChunkPlan, 'foresee'> {
  const created = categories.filter(({ id }) => !byId.has(id));
  const changed = categories.filter((category) => isOther(byId.get(category.id), category));
  const rows = created.length + changed.length;
  return {
    links: records.flatMap(({ externalId }, index) => categories.slice(index, index + 1).map(({ id }) => ({ externalId, localId: id }))),
    writes: rows === 0 ? {} : { categories: rows },
    refused: [],
    async apply(services, stores) {
      for (const category of created) await stores.categories.create(scope, category);
      for (const { id, name, position } of changed) await stores.categories.update(scope, id, { name, position });
      if (rows === 0) return;
      await stores.sites.touch(scope);
      services.signals.send({ kind: 'site-changed', siteId: scope.siteId });
    },
  };
}

function isOther(before: Category | undefined, { name, position }: Category): boolean {
  return before !== undefined && (before.name !== name || before.position !== position);
}
