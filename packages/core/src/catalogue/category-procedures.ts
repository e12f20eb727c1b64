import { type CrudStore, crud } from '../kit/crud.js';
import { categoryCreate, categoryPatch, categoryRecord } from './catalogue-contract.js';
import type { Category } from './item.js';

/** The `categories` router: reference data, nothing but its shape. */
export function makeCategoryProcedures(categories: CrudStore<Category>, newId: () => string) {
  return crud(
    { record: categoryRecord, create: categoryCreate, patch: categoryPatch },
    categories,
    { read: 'categories:read', write: 'categories:write', delete: 'categories:delete' },
    (fields) => ({ ...fields, id: newId() }),
  );
}
