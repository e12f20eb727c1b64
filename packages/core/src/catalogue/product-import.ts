import { byLine, type LineError, lineError } from '../kit/csv-lines.js';
import { importContract } from './import-contract.js';
import type { ImportedChange } from './import-relations.js';
import { type ImportIndex, type ImportStep, stepOf } from './import-step.js';
import type { Category, Product } from './item.js';
import { codesOf, type ProductCode } from './product-codes.js';
import { readRows } from './product-rows.js';
import { newProduct, patched } from './product-rules.js';
import type { ProductBatch } from './products-service.js';

/** The catalogue an import is about. */
export interface ImportTarget {
  readonly products: readonly Product[];
  readonly categories: readonly Category[];
  readonly makeId: () => string;
}

/** What an import would do; with errors, nothing of it is to be done. */
export interface ImportPlan extends ProductBatch {
  /** Lines that say what is so already. */
  readonly unchanged: number;
  /** What `create` and `update` make of each product, by line. */
  readonly changes: readonly ImportedChange[];
  /** By line. */
  readonly errors: readonly LineError[];
}

/**
 * What a CSV text asks for: a line changes the product that has its sku, else the one with its id, else it is a new product. Rules
 * about bundles and stock are not looked at: `brokenRelations` does that.
 */
export function planImport(text: string, { products, categories, makeId }: ImportTarget): ImportPlan {
  const { rows, errors: unread } = readRows(text, categories);
  const [index, contract] = [indexOf(products), importContract(makeId)];
  const steps = rows.map((row) => stepOf(row, index, contract));
  const create = steps.filter((step) => step.kind === 'create');
  const update = steps.filter((step) => step.kind === 'update');
  const refused = steps.flatMap((step) => (step.kind === 'refused' ? step.errors : []));
  const changes = [...update, ...create].map(changeOf);
  const errors = [...unread, ...refused, ...repetitions(steps), ...takenCodes(products, changes)];
  return {
    create: create.map(({ fields }) => fields),
    update: update.map(({ before, patch }) => ({ id: before.id, patch })),
    unchanged: steps.filter(({ kind }) => kind === 'unchanged').length,
    changes,
    errors: errors.sort(byLine),
  };
}

function indexOf(products: readonly Product[]): ImportIndex {
  const skus = products.flatMap((product) =>
    codesOf(product)
      .filter(({ kind }) => kind === 'sku')
      .map(({ code }) => [code, product] as const),
  );
  return { bySku: new Map(skus), byId: new Map(products.map((product) => [product.id, product])) };
}

/** Lines about a product that an earlier line is about. */
function repetitions(steps: readonly ImportStep[]): readonly LineError[] {
  const seen = new Set<string>();
  const errors: LineError[] = [];
  for (const step of steps) {
    if (step.kind !== 'update' && step.kind !== 'unchanged') continue;
    if (seen.has(step.before.id)) errors.push(lineError(step.line, null, 'An earlier line is about the same product'));
    seen.add(step.before.id);
  }
  return errors;
}

/** Lines after which two would have one code. */
function takenCodes(products: readonly Product[], changes: readonly ImportedChange[]): readonly LineError[] {
  const changed = new Set(changes.map(({ before }) => before?.id));
  const taken = new Set(
    products
      .filter(({ id }) => !changed.has(id))
      .flatMap(codesOf)
      .map(keyOf),
  );
  const errors: LineError[] = [];
  for (const { line, after } of changes) {
    for (const own of codesOf(after)) {
      if (taken.has(keyOf(own))) errors.push(lineError(line, COLUMN_OF[own.kind], `"${own.code}" is taken by another item or variant`));
      taken.add(keyOf(own));
    }
  }
  return errors;
}

const COLUMN_OF = { sku: 'sku', sync: 'syncKey' } as const;
const NO_TIME = new Date(0);

function changeOf(step: Extract<ImportStep, { kind: 'create' | 'update' }>): ImportedChange {
  const { line } = step;
  return step.kind === 'create'
    ? { line, before: null, after: newProduct('new', step.fields, NO_TIME) }
    : { line, before: step.before, after: patched(step.before, step.patch) };
}

function keyOf({ kind, code }: ProductCode): string {
  return `${kind} ${code}`;
}
