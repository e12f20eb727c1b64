import type { Product, Variant } from '../../catalogue/item.js';
import { canonicalJson } from '../../kit/digest.js';
import type { Logger } from '../../kit/logger.js';
import type { Scope } from '../../kit/scope.js';
import type { NewStockAction, StockUnit } from '../../stock/stock-action.js';
import { unitKey } from '../../stock/stock-action.js';
import type { Stores } from '../../stores.js';
import type { Vendor } from '../../vendors/vendor.js';
import type { Refused } from '../quarantine.js';
import type { ChunkPlan, PartWork } from '../sync-part.js';
import type { WriteCounts } from '../sync-run.js';

/** Everything a chunk of products writes. */
export interface ProductWrites {
  readonly vendors: readonly Vendor[];
  readonly created: readonly Product[];
  readonly changed: readonly ProductChange[];
  /** Units whose ledger begins, from 0. */
  readonly opened: readonly StockUnit[];
  readonly actions: readonly NewStockAction[];
}

export interface ProductChange {
  readonly before: Product;
  readonly after: Product;
}

export const NO_PRODUCT_WRITES: ProductWrites = { vendors: [], created: [], changed: [], opened: [], actions: [] };

/** True when the two differ in anything but their version. */
export function isChanged({ before, after }: ProductChange): boolean {
  return canonicalJson(before) !== canonicalJson(after);
}

/** The next version of a product. */
export function nextVersion({ before, after }: ProductChange, now: Date): ProductChange {
  return { before, after: { ...after, updatedAt: now, version: before.version + 1 } };
}

/**
 * Rows that are inserted, changed or removed. Codes of items (`item_codes`) are an index over items and variants and do not count by themselves.
 */
export function writeCounts({ vendors, created, changed, opened, actions }: ProductWrites): WriteCounts {
  const counts = {
    vendors: vendors.length,
    items: created.length + changed.length,
    item_variants: [...created.map(({ variants }) => variants.length), ...changed.map(changedVariants)].reduce(
      (sum, count) => sum + count,
      0,
    ),
    stock_levels: new Set([...opened, ...actions].map(unitKey)).size,
    stock_actions: actions.length,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

function changedVariants({ before, after }: ProductChange): number {
  const rowOf = (variant: Variant, position: number) => canonicalJson({ ...variant, position });
  const befores = new Map(before.variants.map((variant, position) => [variant.id, rowOf(variant, position)]));
  const written = after.variants.filter((variant, position) => befores.get(variant.id) !== rowOf(variant, position));
  const kept = new Set(after.variants.map(({ id }) => id));
  return written.length + before.variants.filter(({ id }) => !kept.has(id)).length;
}

/** What a plan of products is made of besides its writes. */
export interface PlannedProducts {
  readonly links: ChunkPlan['links'];
  readonly refused: readonly Refused[];
  readonly writes: ProductWrites;
  readonly foresee: ChunkPlan['foresee'];
}

/** The plan of a chunk. */
export function planOfProducts(
  work: Pick<PartWork, 'scope' | 'now'>,
  logger: Logger,
  { links, refused, writes, foresee }: PlannedProducts,
): ChunkPlan {
  const { scope } = work;
  const counts = writeCounts(writes);
  return {
    links,
    refused,
    writes: counts,
    foresee,
    async apply({ signals }, stores) {
      if (Object.keys(counts).length === 0) return;
      if (writes.vendors.length > 0) await stores.vendors.createAll(scope, writes.vendors);
      await writeProducts(stores, scope, writes);
      await writeStock(stores, work, writes, logger);
      signals.send({ kind: 'site-changed', siteId: scope.siteId });
      signals.send({ kind: 'stock-changed', siteId: scope.siteId });
    },
  };
}

/** Changes first, so that codes which they free are there for new products. */
async function writeProducts({ products, sites }: Stores, scope: Scope, { created, changed }: ProductWrites): Promise<void> {
  if (created.length + changed.length === 0) return;
  const afters = new Map(changed.map(({ after }) => [after.id, after]));
  await sites.touch(scope);
  if (changed.length > 0) await products.change(scope, [...afters.keys()], (before) => afters.get(before.id) ?? before);
  if (created.length > 0) await products.create(scope, created);
}

/** Best effort (interfaces D): where the ledger fails, what the shop says of its goods is imported all the same. */
async function writeStock(
  { stock }: Stores,
  { scope, now }: Pick<PartWork, 'scope' | 'now'>,
  { opened, actions }: ProductWrites,
  logger: Logger,
): Promise<void> {
  if (opened.length > 0) await stock.open(scope, opened, now);
  const failure = await stock.postApart(scope, actions);
  if (failure === null) return;
  logger.error({ err: failure, siteId: scope.siteId, actions: actions.length }, 'The stock of the online shop could not be written');
}
