import { z } from 'zod';
import { byLine } from '../kit/csv-lines.js';
import { type CallContext, defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { brokenRelations } from './import-relations.js';
import type { Category } from './item.js';
import { PRODUCTS_READ, PRODUCTS_WRITE } from './product-access.js';
import { PRODUCT_COLUMNS } from './product-columns.js';
import { productsCsv } from './product-csv.js';
import { planImport } from './product-import.js';

/** The largest text that is imported: a mebibyte, in characters. */
const TEXT_MAX = 1024 * 1024;

/** As many faults as somebody mends at a time. */
const ERRORS_MAX = 200;

const columns = PRODUCT_COLUMNS.map(({ name }) => name).join(', ');

const importRecord = z.object({
  /** False: nothing was written. */
  applied: z.boolean(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  errors: z.array(z.object({ line: z.int(), field: z.string().nullable(), message: z.string() })),
});

/** The whole catalogue as a table, out and in. */
export function productCsvProcedures() {
  return {
    exportCsv: defineProcedure({
      type: 'query',
      access: PRODUCTS_READ,
      summary: `Every product as CSV (RFC 4180, UTF-8) that \`importCsv\` reads back. What a spreadsheet would calculate stands behind an apostrophe. Columns: ${columns}.`,
      input: z.object({}).prefault({}),
      output: z.object({ text: z.string(), products: z.int() }),
      run: async (context) => {
        const products = await context.services.views.products.all(siteScopeOf(context));
        return { text: productsCsv(products, await categoriesOf(context)), products: products.length };
      },
    }),
    importCsv: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_WRITE,
      summary: `Creates and changes products from CSV with a line of headings, all or nothing; with \`dryRun\` only says what it would do. A line changes the product with its sku, else the one with its id, else makes a new one; columns that are left out stay as they are. Columns: ${columns}. Prices as 12.50, taxPercent as 5.5, soldOutUntil as ISO 8601, category by name or id, allergens separated by spaces, variants, optionGroups, bundle and data as JSON.`,
      input: z.object({ text: z.string().max(TEXT_MAX), dryRun: z.boolean().default(false) }),
      output: importRecord,
      errors: ['duplicate_sku', 'in_use', 'unknown_item'],
      run: async (context, { text, dryRun }) => {
        const { services } = context;
        const scope = siteScopeOf(context);
        const products = await services.views.products.all(scope);
        const plan = planImport(text, { products, categories: await categoriesOf(context), makeId: services.ids.uuid });
        const { create, update, unchanged, changes } = plan;
        const broken = await brokenRelations(scope, changes, { products, levels: await services.views.stock.levels(scope) });
        const errors = [...plan.errors, ...broken].sort(byLine);
        const applied = !dryRun && errors.length === 0;
        if (applied) await services.products.saveAll(scope, plan);
        return { applied, created: create.length, updated: update.length, unchanged, errors: errors.slice(0, ERRORS_MAX) };
      },
    }),
  };
}

/** More categories than anybody has. */
const EVERY_CATEGORY = { page: 1, pageSize: 100_000 };

async function categoriesOf(context: CallContext): Promise<readonly Category[]> {
  return (await context.services.catalogue.categories.list(siteScopeOf(context), EVERY_CATEGORY)).items;
}
