import type { z } from 'zod';
import { type LineError, lineError, type ReadLine } from '../kit/csv-lines.js';
import { canonicalJson } from '../kit/digest.js';
import type { ImportContract } from './import-contract.js';
import type { Product } from './item.js';
import { PRODUCT_COLUMNS } from './product-columns.js';
import { patched } from './product-rules.js';
import type { ProductFields, ProductPatch } from './products-service.js';

/** One line of an import, decided. */
export type ImportStep =
  | { readonly kind: 'create'; readonly line: number; readonly fields: ProductFields }
  | { readonly kind: 'update'; readonly line: number; readonly before: Product; readonly patch: ProductPatch }
  | { readonly kind: 'unchanged'; readonly line: number; readonly before: Product }
  | { readonly kind: 'refused'; readonly errors: readonly LineError[] };

/** How the lines of an import name products. */
export interface ImportIndex {
  readonly bySku: ReadonlyMap<unknown, Product>;
  readonly byId: ReadonlyMap<string, Product>;
}

/** The sku names a product before the id does. */
export function stepOf({ line, id, fields }: ReadLine, { bySku, byId }: ImportIndex, contract: ImportContract): ImportStep {
  const holder = bySku.get(fields.sku);
  if (holder !== undefined && holder.sku !== fields.sku) return refused(line, 'sku', 'A variant has this sku');
  const before = holder ?? (id === null ? undefined : byId.get(id));
  if (before !== undefined) return changeOf(line, before, contract.changed.safeParse(fields));
  if (id !== null) return refused(line, 'id', 'There is no such product; leave the id empty to create one');
  return creationOf(line, contract.created.safeParse(fields));
}

function creationOf(line: number, { data, error }: z.ZodSafeParseResult<z.output<ImportContract['created']>>): ImportStep {
  if (error !== undefined) return faults(line, error);
  return { kind: 'create', line, fields: { ...data, managedBy: 'till', externalId: null, defaultVendorId: null } };
}

function changeOf(line: number, before: Product, { data, error }: z.ZodSafeParseResult<ProductPatch>): ImportStep {
  if (error !== undefined) return faults(line, error);
  if (canonicalJson(patched(before, data)) === canonicalJson(before)) return { kind: 'unchanged', line, before };
  if (before.managedBy === 'sync') return refused(line, null, 'This item is kept by the online shop: change it there');
  return { kind: 'update', line, before, patch: data };
}

function refused(line: number, field: string | null, message: string): ImportStep {
  return { kind: 'refused', errors: [lineError(line, field, message)] };
}

function faults(line: number, { issues }: z.ZodError): ImportStep {
  const errors = issues.map(({ path: [field, ...inner], message }) => {
    const column = PRODUCT_COLUMNS.find((candidate) => candidate.field === field);
    return lineError(line, column?.name ?? null, inner.length === 0 ? message : `${inner.join('.')}: ${message}`);
  });
  return { kind: 'refused', errors };
}
