import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import type { ShopCategory } from '@comptoir/core/shop-sync/shop-records.js';
import { readAll } from './read-all.js';
import { changedAt, flagIn, idIn, ownId, type Row, scalar, translatedIn, wholeIn } from './row.js';
import type { ShopReads } from './shop-reads.js';
import type { ShopSettings } from './shop-settings.js';

/** Without the lists of all their products. */
const FIELDS = '[id,id_parent,is_root_category,position,active,name,date_upd]';

/** Every category but the roots, which hold all others and are shown to nobody; parents before children. */
export async function readCategories(reads: ShopReads, signal: StopSignal): Promise<readonly ShopCategory[]> {
  const settings = await reads.settings(signal);
  const read = await readAll(reads, { resource: 'categories', fields: FIELDS }, (row) => nodeOf(row, settings), signal);
  const roots = new Set(read.filter(({ isRoot }) => isRoot).map(({ category }) => category.externalId));
  const categories = read.filter(({ isRoot }) => !isRoot).map(({ category }) => category);
  return parentsFirst(categories.map((category) => (roots.has(category.parentId ?? '') ? { ...category, parentId: null } : category)));
}

interface Node {
  readonly isRoot: boolean;
  readonly category: ShopCategory;
}

function nodeOf(row: Row, { languageId, timezone, rootCategoryIds }: ShopSettings): Node {
  const externalId = ownId(row);
  const parentId = idIn(row, 'id_parent');
  return {
    isRoot: parentId === null || flagIn(row, 'is_root_category') || rootCategoryIds.includes(externalId),
    category: {
      externalId,
      updatedAt: changedAt(row, timezone),
      name: translatedIn(row, 'name', languageId) ?? '',
      parentId,
      position: scalar(row['position']) === '' ? 0 : wholeIn(row, 'position'),
      active: flagIn(row, 'active'),
    },
  };
}

/** Those whose parents are missing, or are their own descendants, come last and under the root. */
export function parentsFirst(categories: readonly ShopCategory[]): readonly ShopCategory[] {
  const placed = new Set<string>();
  const sorted: ShopCategory[] = [];
  let waiting = categories;
  for (let before = -1; before !== sorted.length; ) {
    before = sorted.length;
    const ready = waiting.filter(({ parentId }) => parentId === null || placed.has(parentId));
    for (const category of ready) {
      sorted.push(category);
      placed.add(category.externalId);
    }
    waiting = waiting.filter(({ externalId }) => !placed.has(externalId));
  }
  return [...sorted, ...waiting.map((category) => ({ ...category, parentId: null }))];
}
