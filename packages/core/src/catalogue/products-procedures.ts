import { categoryProcedures } from './categories-procedures.js';
import { productCsvProcedures } from './product-csv-procedures.js';
import { productPartProcedures } from './product-part-procedures.js';
import { productReadProcedures } from './product-read-procedures.js';
import { productStockProcedures } from './product-stock-procedures.js';
import { productVariantProcedures } from './product-variant-procedures.js';
import { productWriteProcedures } from './product-write-procedures.js';

/** The `products` router: everything an establishment sells. */
export function productsRouter() {
  const category = categoryProcedures({ read: 'products:read', write: 'products:write', delete: 'products:delete' });
  return {
    ...productReadProcedures(),
    ...productWriteProcedures(),
    ...productVariantProcedures(),
    ...productPartProcedures(),
    ...productStockProcedures(),
    ...productCsvProcedures(),
    listCategories: category.list,
    getCategory: category.get,
    createCategory: category.create,
    updateCategory: category.update,
    deleteCategory: category.delete,
  };
}
