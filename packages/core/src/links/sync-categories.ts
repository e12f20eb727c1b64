import type { SyncWork } from './apply-catalogue.js';
import type { SyncCategory } from './sync-contract.js';

/** Ids of categories by name, and how many were made for it. */
interface NamedCategories {
  readonly idsByName: ReadonlyMap<string, string>;
  readonly made: number;
}

/** Finds the categories by their names and makes those that are missing; one that is here stays as people have placed it. */
export async function syncCategories(work: SyncWork, categories: readonly SyncCategory[]): Promise<NamedCategories> {
  const { services, stores, scope } = work;
  const known = await services.views.catalogue.categories(scope);
  const idsByName = new Map(known.toReversed().map(({ id, name }) => [name, id]));
  const firstFree = Math.max(-1, ...known.map(({ position }) => position)) + 1;
  let made = 0;
  for (const { name, position } of categories) {
    if (idsByName.has(name)) continue;
    const id = services.ids.uuid();
    await stores.categories.create(scope, { id, name, position: position ?? Math.min(firstFree + made, POSITION_MAX) });
    idsByName.set(name, id);
    made += 1;
  }
  return { idsByName, made };
}

/** The largest position a category can have (`categoryCreate`). */
const POSITION_MAX = 100_000;
