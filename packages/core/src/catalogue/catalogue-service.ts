import type { CrudStore } from '../kit/crud.js';
import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import type { Signals } from '../kit/signals.js';
import type { Transact } from '../kit/transact.js';
import type { Stores } from '../stores.js';
import type { Category } from './item.js';

type ChangedStores = Pick<Stores, 'catalogue' | 'categories'>;

export interface CatalogueService {
  /** The categories, kept like any reference data; every write also raises the version of the establishment. */
  readonly categories: CrudStore<Category>;
  /** Shown but not for sale until the instant; null puts it back on sale. Throws `unknown_record`. */
  setSoldOutUntil(scope: Scope, itemId: string, until: Date | null): Promise<void>;
  /** Shows the item to the public or hides it. Throws `unknown_record`. */
  setVisible(scope: Scope, itemId: string, visible: boolean): Promise<void>;
}

export interface CatalogueDeps {
  readonly transact: Transact<Pick<Stores, 'catalogue' | 'categories' | 'sites'>>;
  readonly signals: Signals;
}

export function makeCatalogueService({ transact, signals }: CatalogueDeps): CatalogueService {
  /** What the public sees changes together with the version of the establishment, or not at all. Nothing found is no change. */
  async function change<Result>(scope: Scope, work: (stores: ChangedStores) => Promise<Result>): Promise<Result> {
    const result = await transact(scope, async (stores) => {
      const changed = await work(stores);
      if (isChange(changed)) await stores.sites.touch(scope);
      return changed;
    });
    if (isChange(result)) signals.send({ kind: 'site-changed', siteId: scope.siteId });
    return result;
  }

  const read = <Result>(scope: Scope, work: (stores: ChangedStores) => Promise<Result>) => transact(scope, work);

  return {
    categories: {
      list: (scope, page) => read(scope, ({ categories }) => categories.list(scope, page)),
      get: (scope, id) => read(scope, ({ categories }) => categories.get(scope, id)),
      create: (scope, row) => change(scope, ({ categories }) => categories.create(scope, row)),
      update: (scope, id, patch) => change(scope, ({ categories }) => categories.update(scope, id, patch)),
      delete: (scope, id) => change(scope, ({ categories }) => categories.delete(scope, id)),
    },
    setSoldOutUntil: (scope, itemId, until) =>
      change(scope, ({ catalogue }) => catalogue.setSoldOutUntil(scope, itemId, until)).then(mustExist),
    setVisible: (scope, itemId, visible) => change(scope, ({ catalogue }) => catalogue.setVisible(scope, itemId, visible)).then(mustExist),
  };
}

/** Stores answer null or false when there is no such record. */
function isChange(result: unknown): boolean {
  return result !== null && result !== false;
}

function mustExist(existed: boolean): void {
  if (!existed) throw new DomainError('unknown_record');
}
