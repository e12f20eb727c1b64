import { type CrudPermissions, crud } from '../kit/crud.js';
import { categoryCreate, categoryPatch, categoryRecord } from './catalogue-contract.js';

/** The five procedures over categories: reference data, nothing but its shape. */
export function categoryProcedures(permissions: CrudPermissions) {
  return crud(
    { one: 'category', many: 'categories' },
    { record: categoryRecord, create: categoryCreate, patch: categoryPatch },
    (services) => services.catalogue.categories,
    permissions,
    (fields, id) => ({ ...fields, id }),
  );
}

/** The `categories` router. */
export function categoriesRouter() {
  const procedures = categoryProcedures({ read: 'categories:read', write: 'categories:write', delete: 'categories:delete' });
  return { ...procedures, list: { ...procedures.list, rest: true }, get: { ...procedures.get, rest: true } } as const;
}
