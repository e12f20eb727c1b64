import { z } from 'zod';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema, personText, uniqueBy } from '../kit/validate.js';
import { productCreate, productPatch, productRecord } from './catalogue-contract.js';
import { CHANGE_ERRORS, PRODUCTS_DELETE, PRODUCTS_WRITE, productId } from './product-access.js';
import { newFieldsOf } from './product-input.js';

/** Products changed in one call: as many as a page shows. */
const BULK_MAX = 100;

const versioned = productId.extend({ ifVersion: z.int().min(1).optional() });

const severalIds = z
  .array(idSchema)
  .min(1)
  .max(BULK_MAX)
  .refine(
    uniqueBy((id: string) => id),
    'A product is named twice',
  );

/** The life of a product: made, changed, copied, deleted, restored. */
export function productWriteProcedures() {
  return {
    create: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_WRITE,
      summary: 'Creates a product with its variants, options and components. Their ids are made here.',
      input: productCreate,
      output: productRecord,
      errors: ['duplicate_sku', 'unknown_category', 'invalid_options', 'unknown_item'],
      run: (context, input) => {
        const { products, ids } = context.services;
        return products.create(siteScopeOf(context), newFieldsOf(input, ids.uuid));
      },
    }),
    update: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_WRITE,
      summary: 'Changes the fields that are sent; null clears, `data` is merged by name. With `ifVersion` only what was read last.',
      input: versioned.extend(productPatch.shape),
      output: productRecord,
      errors: [...CHANGE_ERRORS, 'stale', 'duplicate_sku', 'unknown_category'],
      run: (context, { id, ifVersion = null, ...patch }) =>
        context.services.products.update(siteScopeOf(context), id, patch, { ifVersion }),
    }),
    bulkUpdate: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_WRITE,
      summary: `Changes the same fields of up to ${BULK_MAX} products, all or nothing.`,
      input: z.object({ ids: severalIds, patch: productPatch }),
      output: z.array(productRecord),
      errors: [...CHANGE_ERRORS, 'duplicate_sku', 'unknown_category'],
      run: async (context, { ids, patch }) => {
        const update = ids.map((id) => ({ id, patch }));
        return (await context.services.products.saveAll(siteScopeOf(context), { create: [], update })).updated;
      },
    }),
    setActive: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_WRITE,
      summary: 'Shows the product to the public, or hides it.',
      input: productId.extend({ active: z.boolean() }),
      output: productRecord,
      errors: CHANGE_ERRORS,
      run: (context, { id, active }) => context.services.products.update(siteScopeOf(context), id, { visible: active }),
    }),
    duplicate: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_WRITE,
      summary: 'Makes a copy without codes, hidden, next in order; its stock starts at 0.',
      input: productId.extend({ name: personText(1, 120).nullable().default(null) }),
      output: productRecord,
      errors: ['unknown_item'],
      run: (context, { id, name }) => context.services.products.duplicate(siteScopeOf(context), id, name),
    }),
    delete: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_DELETE,
      summary: 'Deletes a product; its ledger and what was ordered of it stay, and it can be restored.',
      input: versioned,
      output: productRecord,
      errors: [...CHANGE_ERRORS, 'stale', 'last_item', 'in_use'],
      run: (context, { id, ifVersion = null }) => context.services.products.delete(siteScopeOf(context), id, { ifVersion }),
    }),
    restore: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_DELETE,
      summary: 'Undoes the deletion of a product, unless another has its codes by now.',
      input: productId,
      output: productRecord,
      errors: ['unknown_item', 'duplicate_sku'],
      run: (context, { id }) => context.services.products.restore(siteScopeOf(context), id),
    }),
  };
}
