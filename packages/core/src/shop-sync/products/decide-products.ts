import type { Product } from '../../catalogue/item.js';
import { codesOf } from '../../catalogue/product-codes.js';
import { DomainError } from '../../kit/errors.js';
import type { Refused } from '../quarantine.js';
import type { ShopProduct } from '../shop-records.js';
import { type ImportParts, importedProduct } from './imported-product.js';
import type { KnownShop } from './known-shop.js';
import { lineOf } from './product-words.js';

/** A record and what becomes of it here; `before` is null for a new product. */
export interface DecidedProduct {
  readonly record: ShopProduct;
  readonly before: Product | null;
  readonly after: Product;
}

export interface Decisions {
  readonly decided: readonly DecidedProduct[];
  readonly refused: readonly Refused[];
}

/** Decides about every record of a chunk: simple ones first, because bundles consist of them. One that cannot be imported keeps no other from it. */
export function decideProducts(records: readonly ShopProduct[], parts: ImportParts): Decisions {
  const products = new Map(parts.known.products);
  const adopted = new Set<string>();
  const [decided, refused]: [DecidedProduct[], Refused[]] = [[], []];
  for (const record of records.toSorted((left, right) => Number(left.kind === 'bundle') - Number(right.kind === 'bundle'))) {
    const before = products.get(record.externalId) ?? adoptable(record, parts.known, adopted);
    try {
      const after = importedProduct(record, before, { ...parts, known: { ...parts.known, products } });
      decided.push({ record, before, after });
      products.set(record.externalId, after);
      adopted.add(after.id);
    } catch (error) {
      refused.push(refusalOf(record, error));
    }
  }
  const { decided: clear, refused: clashing } = withoutClashes(decided, parts.known);
  return { decided: clear, refused: [...refused, ...clashing] };
}

/**
 * The product of the till that the record is taken for: the only one that has its sku, sold as it is, of no shop yet. It keeps its id and so its
 * stock, its orders and what people wrote of it.
 */
function adoptable({ reference, combinations, kind }: ShopProduct, { holders }: KnownShop, adopted: ReadonlySet<string>): Product | null {
  const sku = lineOf(reference, 80);
  const holder = sku === null ? undefined : holders.get(sku);
  if (holder === undefined || holder.sku !== sku || adopted.has(holder.id)) return null;
  const isPlain = combinations.length === 0 && kind !== 'bundle' && holder.variants.length === 0 && holder.bundle.length === 0;
  return isPlain && holder.managedBy === 'till' && holder.externalId === null ? holder : null;
}

/** Leaves out what would take the sku of another, then what would consist of a product that was left out, until the rest fits together. */
function withoutClashes(all: readonly DecidedProduct[], { holders }: KnownShop): Decisions {
  const refused: Refused[] = [];
  // Who has a sku by now keeps it before somebody new gets it.
  let decided = all.toSorted((left, right) => Number(left.before === null) - Number(right.before === null));
  for (;;) {
    const faults = [...clashes(decided, holders), ...orphans(decided, all)];
    if (faults.length === 0) return { decided, refused };
    const out = new Set(faults.map(({ externalId }) => externalId));
    refused.push(...new Map(faults.map((fault) => [fault.externalId, fault])).values());
    decided = decided.filter(({ record }) => !out.has(record.externalId));
  }
}

function clashes(decided: readonly DecidedProduct[], holders: ReadonlyMap<string, Product>): readonly Refused[] {
  const changed = new Set(decided.map(({ after }) => after.id));
  const taken = new Set([...holders].filter(([, { id }]) => !changed.has(id)).map(([sku]) => sku));
  return decided.flatMap(({ record: { externalId }, after }) => {
    const skus = codesOf(after).flatMap(({ kind, code }) => (kind === 'sku' ? [code] : []));
    const clash = skus.find((sku) => taken.has(sku));
    for (const sku of skus) taken.add(sku);
    const reason = `reference: "${clash}" is the sku of another item or variant`;
    return clash === undefined ? [] : [{ externalId, code: 'duplicate_sku', reason }];
  });
}

/** Bundles of products that would have been new and are refused. */
function orphans(decided: readonly DecidedProduct[], all: readonly DecidedProduct[]): readonly Refused[] {
  const kept = new Set(decided.map(({ after }) => after.id));
  const missing = new Set(all.filter(({ before, after }) => before === null && !kept.has(after.id)).map(({ after }) => after.id));
  const consistsOfMissing = ({ after }: DecidedProduct) => after.bundle.some(({ itemId }) => missing.has(itemId));
  const reason = 'bundle: a product that it contains cannot be imported';
  return decided.filter(consistsOfMissing).map(({ record: { externalId } }) => ({ externalId, code: 'unknown_item', reason }));
}

function refusalOf({ externalId }: ShopProduct, error: unknown): Refused {
  if (!(error instanceof DomainError)) throw error;
  return { externalId, code: error.code, reason: error.message };
}
