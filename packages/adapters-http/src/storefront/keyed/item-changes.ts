import type { Product } from '@comptoir/core/catalogue/item.js';
import { changesOf, newProductOf } from '@comptoir/core/keyed/item-changes.js';
import { itemCreate, itemRecord, itemUpdate } from '@comptoir/core/keyed/item-contract.js';
import type { KeyedCall, KeyedChange } from '@comptoir/core/keyed/keyed-service.js';
import { presentItem } from '@comptoir/core/keyed/present-item.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import { z } from 'zod';
import { type IfMatch, versionToMatch } from '../../kit/if-match.js';

/** An item with the version that its `ETag` is made from. */
export const changedItem = z.object({ item: itemRecord, version: z.int() });
const deletedItem = z.object({ id: z.string() });

export type ItemChange<Input extends z.ZodType> = KeyedChange<Input, typeof changedItem>;

export function presentChanged(product: Product, clock: Clock): z.output<typeof changedItem> {
  return { item: presentItem(product, clock.now()), version: product.version };
}

export function creation({ scope }: KeyedCall): ItemChange<typeof itemCreate> {
  return {
    action: 'keyed.createItem',
    route: 'POST /api/v1/catalogue/items',
    input: itemCreate,
    result: changedItem,
    subjectOf: ({ item }) => item.id,
    run: async (services, input) => {
      const product = await services.products.create(scope, newProductOf(input, services.ids.uuid));
      return presentChanged(product, services.clock);
    },
  };
}

/** `ifMatch`: the versions one of which the item must have; null: whatever it is. */
export function update({ scope }: KeyedCall, id: string, ifMatch: IfMatch): ItemChange<typeof itemUpdate> {
  return {
    action: 'keyed.updateItem',
    route: `PATCH /api/v1/catalogue/items/${id}`,
    input: itemUpdate,
    result: changedItem,
    subjectOf: ({ item }) => item.id,
    run: async (services, input) => {
      const { products } = services;
      const { patch, variants } = changesOf(input, services.ids.uuid);
      const ifVersion = await versionToMatch(services.views.products, scope, id, ifMatch);
      const updated = await products.update(scope, id, patch, { ifVersion });
      const product = variants === null ? updated : await products.setVariants(scope, id, variants);
      return presentChanged(product, services.clock);
    },
  };
}

/** As for an update. */
export function deletion({ scope }: KeyedCall, id: string, ifMatch: IfMatch): KeyedChange<z.ZodObject, typeof deletedItem> {
  return {
    action: 'keyed.deleteItem',
    route: `DELETE /api/v1/catalogue/items/${id}`,
    input: NO_INPUT,
    result: deletedItem,
    subjectOf: (deleted) => deleted.id,
    run: async (services) => {
      const ifVersion = await versionToMatch(services.views.products, scope, id, ifMatch);
      const deleted = await services.products.delete(scope, id, { ifVersion });
      return { id: deleted.id };
    },
  };
}

export const NO_INPUT = z.object({});
