import type { CrudStore } from '../kit/crud.js';
import type { Scope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { Transact } from '../kit/transact.js';
import type { Stores } from '../stores.js';
import type { Category } from './item.js';

type Categories = Stores['categories'];

export interface CatalogueService {
  /** The categories, kept like any reference data; every write also raises the version of the establishment. */
  readonly categories: CrudStore<Category>;
}

export interface CatalogueDeps {
  readonly transact: Transact<Pick<Stores, 'categories' | 'sites'>>;
  readonly signals: Signals;
}

export function makeCatalogueService({ transact, signals }: CatalogueDeps): CatalogueService {
  /** What the public sees changes together with the version of the establishment, or not at all. Nothing found is no change. */
  async function change<Result>(scope: Scope, work: (categories: Categories) => Promise<Result>): Promise<Result> {
    const result = await transact(scope, async (stores) => {
      const changed = await work(stores.categories);
      if (isChange(changed)) await stores.sites.touch(scope);
      return changed;
    });
    if (isChange(result)) signals.send({ kind: 'site-changed', siteId: scope.siteId });
    return result;
  }

  return {
    categories: {
      list: (scope, page) => transact(scope, ({ categories }) => categories.list(scope, page)),
      get: (scope, id) => transact(scope, ({ categories }) => categories.get(scope, id)),
      create: (scope, row) => change(scope, (categories) => categories.create(scope, row)),
      update: (scope, id, patch) => change(scope, (categories) => categories.update(scope, id, patch)),
      delete: (scope, id) => change(scope, (categories) => categories.delete(scope, id)),
    },
  };
}

/** Stores answer null or false when there is no such record. */
function isChange(result: unknown): boolean {
  return result !== null && result !== false;
}
