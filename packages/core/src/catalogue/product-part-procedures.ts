import { z } from 'zod';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { bundleComponentRecord, optionGroupInputs, optionGroupRecord } from './catalogue-contract.js';
import { CHANGE_ERRORS, PRODUCTS_READ, PRODUCTS_WRITE, productId, productOf } from './product-access.js';
import { bundleSchema } from './product-fields.js';
import { optionGroupsOf } from './product-input.js';

/** What is chosen with a product, and what a bundle consists of. */
export function productPartProcedures() {
  return {
    getOptionGroups: defineProcedure({
      type: 'query',
      access: PRODUCTS_READ,
      summary: 'The option groups of a product, in their order.',
      input: productId,
      output: z.array(optionGroupRecord),
      errors: ['unknown_item'],
      run: async (context, { id }) => (await productOf(context, id)).optionGroups,
    }),
    setOptionGroups: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_WRITE,
      summary: 'Replaces the option groups of a product. Groups and options that are kept are named by their ids; new ones have none.',
      input: productId.extend({ groups: optionGroupInputs }),
      output: z.array(optionGroupRecord),
      errors: [...CHANGE_ERRORS, 'unknown_record', 'invalid_options'],
      run: async (context, { id, groups }) => {
        const { products, ids } = context.services;
        const product = await products.setOptionGroups(siteScopeOf(context), id, (before) => optionGroupsOf(before, groups, ids.uuid));
        return product.optionGroups;
      },
    }),
    getBundle: defineProcedure({
      type: 'query',
      access: PRODUCTS_READ,
      summary: 'What a bundle consists of; nothing for a product that is none.',
      input: productId,
      output: z.array(bundleComponentRecord),
      errors: ['unknown_item'],
      run: async (context, { id }) => (await productOf(context, id)).bundle,
    }),
    setBundle: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_WRITE,
      summary: 'Makes a product a bundle of others, or (without components) none. It takes the stock of its components.',
      input: productId.extend({ components: bundleSchema }),
      output: z.array(bundleComponentRecord),
      errors: [...CHANGE_ERRORS, 'in_use'],
      run: async (context, { id, components }) => (await context.services.products.setBundle(siteScopeOf(context), id, components)).bundle,
    }),
  };
}
