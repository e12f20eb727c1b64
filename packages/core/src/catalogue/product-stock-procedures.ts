import { z } from 'zod';
import { defineProcedure, siteScopeOf } from '../kit/procedure.js';
import { availableOf, type StockLevel } from '../stock/stock-action.js';
import { productRecord } from './catalogue-contract.js';
import { PRODUCTS_READ, PRODUCTS_WRITE, productId, productOf } from './product-access.js';
import { unkeptStockOf } from './unkept-stock.js';

/** The largest balance an article is opened with. */
const BALANCE_MAX = 1_000_000;

const stockRecord = z.object({
  id: z.string(),
  manageStock: z.boolean(),
  units: z.array(
    z.object({
      variantId: z.string().nullable(),
      stock: z.int(),
      reserved: z.int(),
      available: z.int(),
      threshold: z.int().nullable(),
      updatedAt: z.date(),
    }),
  ),
});

/** Whether stock of a product is kept, and what there is. */
export function productStockProcedures() {
  return {
    getStock: defineProcedure({
      type: 'query',
      access: PRODUCTS_READ,
      summary:
        'What there is of a product or its variants, what is promised, and what can still be sold. Where no stock is kept: what the online shop says.',
      input: productId,
      output: stockRecord,
      errors: ['unknown_item'],
      run: async (context, { id }) => {
        const product = await productOf(context, id);
        const { manageStock } = product;
        const said = unkeptStockOf(product).map((unit) =>
          unitOf({ ...unit, itemId: id, reserved: 0, threshold: null, updatedAt: product.updatedAt }),
        );
        if (said.length > 0) return { id, manageStock, units: said };
        return { id, manageStock, units: (await context.services.products.levels(siteScopeOf(context), id)).map(unitOf) };
      },
    }),
    setManageStock: defineProcedure({
      type: 'mutation',
      access: PRODUCTS_WRITE,
      summary: 'Starts keeping stock of a product, from the balance where none was opened; or stops, which keeps the ledger.',
      input: productId.extend({ manageStock: z.boolean(), balance: z.int().min(0).max(BALANCE_MAX).nullable().default(null) }),
      output: productRecord,
      errors: ['unknown_item'],
      run: (context, { id, manageStock, balance }) =>
        context.services.products.setManageStock(siteScopeOf(context), id, manageStock, balance),
    }),
  };
}

function unitOf({ variantId, stock, reserved, threshold, updatedAt }: StockLevel) {
  return { variantId, stock, reserved, available: availableOf({ stock, reserved }), threshold, updatedAt };
}
