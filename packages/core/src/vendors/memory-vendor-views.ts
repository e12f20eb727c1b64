import { compareText } from '../kit/compare-text.js';
import { crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import { pageRows } from '../kit/memory-page.js';
import type { Scope } from '../kit/scope.js';
import { hasWords, wantedWords } from '../kit/search-words.js';
import type { VendorTables } from './memory-vendor-store.js';
import { portalOf } from './portal-state.js';
import { isActiveVendor, type Vendor, vendorWords } from './vendor.js';
import type { VendorViews } from './vendor-store.js';

/** Reads of vendors without a database. */
export function makeMemoryVendorViews({ vendors, items }: VendorTables): VendorViews {
  const find = (scope: Scope, id: string) => vendors.committed.get(crudKey(scope, id))?.row ?? null;
  const standing = (scope: Scope) =>
    rowsOfSite(vendors.committed, scope)
      .filter(({ mergedInto }) => mergedInto === null)
      .sort(byName);

  return {
    get: async (scope, id) => find(scope, id),
    async byShopIds(scope, ids) {
      const known = rowsOfSite(vendors.committed, scope).sort(standingFirst);
      return ids.flatMap(({ type, externalId }) => {
        const named = known.find((vendor) => vendor.externalId === externalId && vendor.type === type);
        const vendor = named === undefined || named.mergedInto === null ? named : find(scope, named.mergedInto);
        return vendor === undefined || vendor === null ? [] : [{ type, externalId, vendor }];
      });
    },
    async byPortalHash(hash) {
      const found = [...vendors.committed.values()].find(({ row }) => row.mergedInto === null && portalOf(row)?.hash === hash);
      return found === undefined ? null : { tenantId: found.tenantId, siteId: found.siteId, vendor: found.row };
    },
    async list(scope, { type, active, ...page }) {
      const wanted = wantedWords(page.search);
      const found = standing(scope).filter(
        (vendor) =>
          (type === undefined || vendor.type === type) &&
          (active === undefined || isActiveVendor(vendor) === active) &&
          hasWords(vendorWords(vendor), wanted),
      );
      return pageRows(found, page);
    },
    all: async (scope) => standing(scope),
    async productCounts(scope, ids) {
      const counts = new Map<string, number>();
      for (const { defaultVendorId, deletedAt } of rowsOfSite(items.committed, scope)) {
        if (defaultVendorId === null || deletedAt !== null || !ids.includes(defaultVendorId)) continue;
        counts.set(defaultVendorId, (counts.get(defaultVendorId) ?? 0) + 1);
      }
      return counts;
    },
  };
}

function byName(left: Vendor, right: Vendor): number {
  return compareText(left.name, right.name) || compareText(left.id, right.id);
}

/** Of merged ones, what was merged last goes first. */
function standingFirst(left: Vendor, right: Vendor): number {
  const [isLeft, isRight] = [left.mergedInto === null, right.mergedInto === null];
  if (isLeft !== isRight) return isLeft ? -1 : 1;
  return right.updatedAt.getTime() - left.updatedAt.getTime() || compareText(left.id, right.id);
}
