import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import { changeProduct, changeProducts, createProducts, type Decision } from './product-changes.js';
import { mustBeInNoBundle, mustConsistOfItems, mustLeaveAnItem } from './product-relations.js';
import { copyOf, isSoldAs, mustBeChangeable, newProduct, patched } from './product-rules.js';
import type { CatalogueWork, ChangeOptions, ProductFields, ProductsDeps, ProductsService } from './products-service.js';

export function makeProductsService({ transact, views, levels, clock, ids }: ProductsDeps): ProductsService {
  /** One change of the establishment, whatever `work` does of it. */
  function write<Result>(scope: Scope, work: (parts: CatalogueWork) => Promise<Result>): Promise<Result> {
    return transact(scope, async (parts) => {
      // First, because it locks the establishment: rules over several products see nobody else changing one.
      await parts.stores.sites.touch(scope);
      const result = await work(parts);
      parts.signals.send({ kind: 'site-changed', siteId: scope.siteId });
      return result;
    });
  }

  const change = (scope: Scope, id: string, decide: Decision, options: ChangeOptions = {}) =>
    write(scope, (parts) => changeProduct(parts, scope, id, guarded(decide, options), clock.now()));
  const newOf = (fields: ProductFields) => newProduct(ids.uuid(), fields, clock.now());

  return {
    create: (scope, fields) => {
      const product = newOf(fields);
      return write(scope, async (parts) => {
        await createProducts(parts, scope, [product]);
        return product;
      });
    },

    update: (scope, id, patch, options) => change(scope, id, (before) => patched(before, patch), options),

    saveAll: (scope, batch) =>
      write(scope, async (parts) => {
        const patches = new Map(batch.update.map(({ id, patch }) => [id, patch]));
        const decide = guarded((before) => patched(before, patches.get(before.id) ?? {}), {});
        const updated = await changeProducts(parts, scope, [...patches.keys()], decide, clock.now());
        const created = batch.create.map(newOf);
        await createProducts(parts, scope, created);
        return { created, updated };
      }),

    delete: (scope, id, options = {}) =>
      write(scope, async (parts) => {
        const markDeleted: Decision = (before) => ({ ...before, deletedAt: clock.now() });
        const deleted = await changeProduct(parts, scope, id, guarded(markDeleted, options), clock.now());
        await mustBeInNoBundle(parts, scope, deleted);
        await mustLeaveAnItem(parts, scope);
        return deleted;
      }),

    restore: (scope, id) =>
      write(scope, async (parts) => {
        const present = await parts.views.products.get(scope, id);
        if (present !== null) return present;
        const restored = await changeProduct(parts, scope, id, (before) => ({ ...before, deletedAt: null }), clock.now());
        await mustConsistOfItems(parts, scope, restored);
        return restored;
      }),

    duplicate: (scope, id, name) =>
      write(scope, async (parts) => {
        const original = await parts.views.products.get(scope, id);
        if (original === null) throw new DomainError('unknown_item');
        const copy = copyOf(original, ids.uuid(), name, clock.now());
        await createProducts(parts, scope, [copy]);
        return copy;
      }),

    setVariants: (scope, id, decide) => change(scope, id, (before) => ({ ...before, variants: decide(before.variants) })),

    setOptionGroups: (scope, id, decide) => change(scope, id, (before) => ({ ...before, optionGroups: decide(before.optionGroups) })),

    setBundle: (scope, id, bundle) => change(scope, id, (before) => ({ ...before, bundle })),

    setManageStock: (scope, id, manageStock, balance) =>
      write(scope, (parts) => {
        const turn = guarded((before) => ({ ...before, manageStock }), { asSync: true });
        return changeProduct(parts, scope, id, turn, clock.now(), balance);
      }),

    async levels(scope, id) {
      const product = await views.products.get(scope, id);
      if (product === null) throw new DomainError('unknown_item');
      // Variants that were removed still have a level, of nothing.
      return (await levels(scope, [id])).filter(({ variantId }) => isSoldAs(product, variantId));
    },
  };
}

/** The decision, for a product that may be changed. */
function guarded(decide: Decision, options: ChangeOptions): Decision {
  return (before) => {
    mustBeChangeable(before, options);
    return decide(before);
  };
}
