import type { KeyedCatalogue } from '@comptoir/adapters-http/storefront/keyed/keyed-catalogue.js';
import { byPosition, type Product } from '@comptoir/core/catalogue/item.js';
import type { ChangeOptions, ProductPatch, ProductsService } from '@comptoir/core/catalogue/products-service.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Services } from '@comptoir/core/services.js';
import type { StockLevel } from '@comptoir/core/stock/stock-action.js';

/** A catalogue in memory that keeps the promises of the ports, as far as the keyed API relies on them. */
export interface FakeCatalogue extends KeyedCatalogue {
  put(scope: Scope, ...products: readonly Product[]): void;
  putLevels(scope: Scope, ...levels: readonly StockLevel[]): void;
  /** How often the whole catalogue was read. */
  readonly reads: () => number;
}

export function makeFakeCatalogue(clock: Clock): FakeCatalogue {
  const products = new Map<string, Product>();
  const levels = new Map<string, readonly StockLevel[]>();
  let reads = 0;
  let made = 0;
  const keyOf = (scope: Scope, id: string) => `${scope.tenantId} ${scope.siteId} ${id}`;
  const allOf = (scope: Scope) =>
    [...products]
      .flatMap(([key, product]) => (key.startsWith(keyOf(scope, '')) && product.deletedAt === null ? [product] : []))
      .sort(byPosition);

  function found(scope: Scope, id: string, { ifVersion = null, asSync = false }: ChangeOptions = {}): Product {
    const product = products.get(keyOf(scope, id));
    if (product === undefined || product.deletedAt !== null) throw new DomainError('unknown_item');
    if (ifVersion !== null && ifVersion !== product.version) throw new DomainError('stale');
    if (product.managedBy === 'sync' && !asSync) throw new DomainError('managed_by_sync');
    return product;
  }

  function requireFreeSku(scope: Scope, product: Product): void {
    const taken = allOf(scope).some(({ id, sku }) => id !== product.id && sku !== null && sku === product.sku);
    if (taken) throw new DomainError('duplicate_sku');
    if (product.categoryId === 'nowhere') throw new DomainError('unknown_category');
    if (product.optionGroups.some(({ min, max }) => min > max)) throw new DomainError('invalid_options');
  }

  function store({ unitOfWork }: Services, scope: Scope, product: Product): Promise<Product> {
    requireFreeSku(scope, product);
    return unitOfWork(scope, async (_services, { sites }) => {
      products.set(keyOf(scope, product.id), product);
      await sites.touch(scope);
      return product;
    });
  }

  const next = (product: Product, changes: Partial<Product>): Product => ({
    ...product,
    ...changes,
    version: product.version + 1,
    updatedAt: clock.now(),
  });

  const serviceOn = (services: Services): Pick<ProductsService, 'create' | 'update' | 'delete' | 'setVariants'> => ({
    create: (scope, fields) => {
      const times = { createdAt: clock.now(), updatedAt: clock.now(), deletedAt: null };
      return store(services, scope, { ...fields, ...times, id: `made-${++made}`, version: 1 });
    },
    update: async (scope, id, patch, options) => store(services, scope, next(found(scope, id, options), sentIn(patch))),
    async delete(scope, id, options) {
      const product = found(scope, id, options);
      if (allOf(scope).length === 1) throw new DomainError('last_item');
      return store(services, scope, next(product, { deletedAt: clock.now() }));
    },
    async setVariants(scope, id, decide) {
      const product = found(scope, id);
      return store(services, scope, next(product, { variants: decide(product.variants) }));
    },
  });

  return {
    // The keyed API uses these four.
    productsOf: (services) => serviceOn(services) as ProductsService,
    products: {
      get: async (scope, id) => allOf(scope).find((product) => product.id === id) ?? null,
      async all(scope) {
        reads += 1;
        return allOf(scope);
      },
    },
    stock: { levels: async (scope) => levels.get(scope.siteId) ?? [] },
    put: (scope, ...given) => {
      for (const product of given) products.set(keyOf(scope, product.id), product);
    },
    putLevels: (scope, ...given) => levels.set(scope.siteId, given),
    reads: () => reads,
  };
}

/** The fields a patch names; the compiler cannot see that no undefined is left. */
function sentIn(patch: ProductPatch): Partial<Product> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<Product>;
}
