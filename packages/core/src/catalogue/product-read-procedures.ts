import { z } from 'zod';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { idSchema, personText } from '../kit/validate.js';
import { productRecord } from './catalogue-contract.js';
import { found, PRODUCTS_READ, productId, productOf } from './product-access.js';
import { productCode } from './product-fields.js';
import { PRODUCT_SORTS } from './product-store.js';

const filters = pageInput.extend({
  categoryId: idSchema.optional(),
  visible: z.boolean().optional(),
  managedBy: z.enum(['till', 'sync']).optional(),
  manageStock: z.boolean().optional(),
  deleted: z.boolean().optional(),
  sort: z.enum(PRODUCT_SORTS).optional(),
});

/** Reads of products: lists, and one product by what is known of it. */
export function productReadProcedures() {
  return {
    list: defineProcedure({
      type: 'query',
      access: PRODUCTS_READ,
      summary: 'One page of the products, deleted ones only with `deleted`; `search` looks in name, reference, sku and barcode.',
      input: filters.prefault({}),
      output: pageOf(productRecord),
      rest: true,
      run: async (context, filter) => {
        const page = await context.services.views.products.list(siteScopeOf(context), filter);
        return { ...page, items: [...page.items] };
      },
    }),
    search: defineProcedure({
      type: 'query',
      access: PRODUCTS_READ,
      summary: 'The first products, by name, whose name, reference, sku or barcode contains the text: for a field that completes.',
      input: z.object({ search: personText(1, 200), limit: z.int().min(1).max(50).default(10) }),
      output: z.array(productRecord),
      run: async (context, { search, limit }) => {
        const filter = { search, page: 1, pageSize: limit, sort: 'name' } as const;
        return (await context.services.views.products.list(siteScopeOf(context), filter)).items;
      },
    }),
    get: defineProcedure({
      type: 'query',
      access: PRODUCTS_READ,
      summary: 'One product.',
      input: productId,
      output: productRecord,
      errors: ['unknown_item'],
      rest: true,
      run: (context, { id }) => productOf(context, id),
    }),
    getBySku: defineProcedure({
      type: 'query',
      access: PRODUCTS_READ,
      summary: 'The product that has the sku, or one of whose variants has it.',
      input: z.object({ sku: productCode }),
      output: productRecord,
      errors: ['unknown_item'],
      run: async (context, { sku }) => found(await context.services.views.products.bySku(siteScopeOf(context), sku)),
    }),
    getByBarcode: defineProcedure({
      type: 'query',
      access: PRODUCTS_READ,
      summary: 'The product that has the barcode, or one of whose variants has it; the first by id when several have it.',
      input: z.object({ barcode: productCode }),
      output: productRecord,
      errors: ['unknown_item'],
      run: async (context, { barcode }) => found(await context.services.views.products.byBarcode(siteScopeOf(context), barcode)),
    }),
  };
}
