import { crud } from '../kit/crud.js';
import { categoryCreate, categoryPatch, categoryRecord } from './catalogue-contract.js';

/** The `categories` router: reference data, nothing but its shape. */
export function categoriesRouter() {
  const procedures = crud(
    { one: 'category', many: 'categories' },
    { record: categoryRecord, create: categoryCreate, patch: categoryPatch },
    (services) => services.catalogue.categories,
    { read: 'categories:read', write: 'categories:write', delete: 'categories:delete' },
    (fields, id) => ({ ...fields, id }),
  );
  return { ...procedures, list: { ...procedures.list, rest: true }, get: { ...procedures.get, rest: true } } as const;
}
