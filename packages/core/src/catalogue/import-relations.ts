import { type LineError, lineError } from '../kit/csv-lines.js';
import { DomainError } from '../kit/errors.js';
import type { Scope } from '../kit/scope.js';
import { type StockLevel, unitKey } from '../stock/stock-action.js';
import type { Product } from './item.js';
import { PRODUCT_COLUMNS } from './product-columns.js';
import { mustConsistOfItems, mustKeepRelations, type RelationReads, type StockReads } from './product-relations.js';
import { mustFitTogether } from './product-rules.js';

/** What a line makes of a product; `before` is null where it makes a new one. */
export interface ImportedChange {
  readonly line: number;
  readonly before: Product | null;
  readonly after: Product;
}

/** The products before the import, and their stock. */
export interface ImportedInto {
  readonly products: readonly Product[];
  readonly levels: readonly StockLevel[];
}

/** Lines that break a rule over a product and its bundles or its stock, as all would stand after the import. */
export async function brokenRelations(
  scope: Scope,
  changes: readonly ImportedChange[],
  { products, levels }: ImportedInto,
): Promise<readonly LineError[]> {
  const changed = new Map(changes.flatMap(({ before, after }) => (before === null ? [] : [[before.id, after]])));
  const reads = readsOf(
    products.map((product) => changed.get(product.id) ?? product),
    levels,
  );
  const errors: LineError[] = [];
  for (const change of changes) {
    await check(reads, scope, change).catch((fault: unknown) => {
      if (!(fault instanceof DomainError)) throw fault;
      errors.push(...errorsOf(change.line, fault));
    });
  }
  return errors;
}

async function check(reads: RelationReads & StockReads, scope: Scope, { before, after }: ImportedChange): Promise<void> {
  mustFitTogether(after);
  if (before === null) await mustConsistOfItems(reads, scope, after);
  else await mustKeepRelations(reads, scope, before, after);
}

function readsOf(products: readonly Product[], levels: readonly StockLevel[]): RelationReads & StockReads {
  const byId = new Map(products.map((product) => [product.id, product]));
  const bundles = products.filter(({ bundle }) => bundle.length > 0);
  const byUnit = new Map(levels.map((level) => [unitKey(level), level]));
  return {
    views: {
      products: {
        get: async (_scope, id) => byId.get(id) ?? null,
        bundlesWith: async (_scope, id) => bundles.filter(({ bundle }) => bundle.some(({ itemId }) => itemId === id)),
      },
    },
    stock: { lock: async (_scope, unit) => byUnit.get(unitKey(unit)) ?? null },
  };
}

/** The column that the refusal names, where it names one. */
function errorsOf(line: number, { issues, message }: DomainError): readonly LineError[] {
  if (issues.length === 0) return [lineError(line, null, message)];
  return issues.map(({ path, message: fault }) => {
    const field = path.split('.')[0];
    return lineError(line, PRODUCT_COLUMNS.find((column) => column.field === field)?.name ?? null, fault);
  });
}
