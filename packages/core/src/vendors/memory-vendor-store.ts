import type { Product } from '../catalogue/item.js';
import { compareText } from '../kit/compare-text.js';
import { DomainError } from '../kit/errors.js';
import { type CrudTable, crudKey, rowsOfSite } from '../kit/memory-crud-store.js';
import type { Scope } from '../kit/scope.js';
import type { Vendor } from './vendor.js';
import type { VendorStore } from './vendor-store.js';

export interface VendorTables {
  readonly vendors: CrudTable<Vendor>;
  readonly items: CrudTable<Product>;
}

/** Vendors without a database. */
export function makeMemoryVendorStore({ vendors, items }: VendorTables): VendorStore {
  const find = (scope: Scope, id: string) => vendors.get(crudKey(scope, id))?.row;
  const put = (scope: Scope, row: Vendor) => {
    mustBeAlone(rowsOfSite(vendors, scope), row);
    if (row.mergedInto !== null && find(scope, row.mergedInto) === undefined) throw new DomainError('unknown_record');
    vendors.set(crudKey(scope, row.id), { tenantId: scope.tenantId, siteId: scope.siteId, row });
    return row;
  };
  const create = (scope: Scope, vendor: Vendor) => {
    if (find(scope, vendor.id) !== undefined) throw new DomainError('duplicate');
    return put(scope, vendor);
  };

  return {
    create: async (scope, vendor) => create(scope, vendor),
    async createAll(scope, fresh) {
      for (const vendor of fresh) create(scope, vendor);
    },
    async change(scope, id, decide) {
      const before = find(scope, id);
      if (before === undefined) throw new DomainError('unknown_record');
      const after = decide(before);
      return after === before ? before : put(scope, after);
    },
    async changeAll(scope, ids, decide) {
      const befores = [...new Set(ids)].flatMap((id) => find(scope, id) ?? []).toSorted((left, right) => compareText(left.id, right.id));
      return befores.map(decide).map((after) => put(scope, after));
    },
    async delete(scope, id) {
      if (find(scope, id) === undefined) return false;
      const gone = rowsOfSite(vendors, scope).filter((vendor) => vendor.id === id || vendor.mergedInto === id);
      const isNamed = rowsOfSite(items, scope).some(({ defaultVendorId }) => gone.some((vendor) => vendor.id === defaultVendorId));
      if (isNamed) throw new DomainError('in_use');
      for (const vendor of gone) vendors.delete(crudKey(scope, vendor.id));
      return true;
    },
    async handOver(scope, fromId, intoId, at) {
      const moved = rowsOfSite(items, scope).filter(({ defaultVendorId }) => defaultVendorId === fromId);
      const merged = rowsOfSite(vendors, scope).filter(({ mergedInto }) => mergedInto === fromId);
      if (moved.length + merged.length > 0 && find(scope, intoId) === undefined) throw new DomainError('unknown_record');
      for (const vendor of merged) put(scope, { ...vendor, mergedInto: intoId });
      for (const product of moved) {
        const row = { ...product, defaultVendorId: intoId, updatedAt: at, version: product.version + 1 };
        items.set(crudKey(scope, product.id), { tenantId: scope.tenantId, siteId: scope.siteId, row });
      }
      return moved.length;
    },
  };
}

function mustBeAlone(vendors: readonly Vendor[], { id, type, externalId, mergedInto }: Vendor): void {
  if (externalId === null || mergedInto !== null) return;
  const standing = vendors.filter((other) => other.id !== id && other.mergedInto === null);
  if (standing.some((other) => other.externalId === externalId && other.type === type)) throw new DomainError('duplicate');
}
