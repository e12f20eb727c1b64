import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { newlyVersioned } from '../kit/versioned.js';
import type { Stores } from '../stores.js';
import type { Vendor } from './vendor.js';
import type { VendorInput, VendorPatch } from './vendor-contract.js';
import { mergedData, mergedVendors, mustStand, patchedVendor } from './vendor-rules.js';

/** Who an establishment buys from, and what. A vendor that was merged away is `unknown_record` to every change. */
export interface VendorsService {
  /** Throws `duplicate` where the pair of type and shop id is taken. */
  create(scope: Scope, input: VendorInput): Promise<Vendor>;
  /** Throws `unknown_record`, `stale`, `duplicate`. */
  update(scope: Scope, id: string, patch: VendorPatch, version: number | undefined): Promise<Vendor>;
  /** Products that name it name `reassignTo` from then on. Throws `unknown_record`, `in_use` where there are some and nobody takes them. */
  remove(scope: Scope, id: string, reassignTo: string | null): Promise<void>;
  /** Returns the one that stays. `version` is its. Throws `unknown_record`, `stale`, `invalid_request`. */
  merge(scope: Scope, fromId: string, intoId: string, version: number | undefined): Promise<Vendor>;
  /** Makes the vendor that of the product, in place of another. Throws `unknown_record`, `unknown_item`. */
  linkProduct(scope: Scope, id: string, productId: string): Promise<void>;
  /** Throws `unknown_record` (the product is not the vendor's), `unknown_item`. */
  unlinkProduct(scope: Scope, id: string, productId: string): Promise<void>;
}

interface Deps {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function makeVendorsService({ unitOfWork, clock, ids }: Deps): VendorsService {
  const write = <Result>(scope: Scope, work: (stores: Stores) => Promise<Result>) => unitOfWork(scope, (_services, stores) => work(stores));

  /** For what changes products: the establishment is locked first, as by every change of its catalogue, and announced as changed. */
  const writeProducts = <Result>(scope: Scope, work: (stores: Stores) => Promise<Result>) =>
    unitOfWork(scope, async ({ signals }, stores) => {
      await stores.sites.touch(scope);
      const result = await work(stores);
      signals.send({ kind: 'site-changed', siteId: scope.siteId });
      return result;
    });

  async function setVendor({ products }: Stores, scope: Scope, productId: string, decide: (vendorId: string | null) => string | null) {
    const [changed] = await products.change(scope, [productId], (product) => {
      if (product.deletedAt !== null) throw new DomainError('unknown_item');
      const defaultVendorId = decide(product.defaultVendorId);
      if (defaultVendorId === product.defaultVendorId) return product;
      return { ...product, defaultVendorId, updatedAt: clock.now(), version: product.version + 1 };
    });
    if (changed === undefined) throw new DomainError('unknown_item');
  }

  return {
    create: (scope, input) => {
      const vendor = { ...input, data: mergedData({}, input.data), mergedInto: null, ...newlyVersioned(ids.uuid(), clock.now()) };
      return write(scope, ({ vendors }) => vendors.create(scope, vendor));
    },

    update: (scope, id, patch, version) =>
      write(scope, ({ vendors }) => vendors.change(scope, id, (before) => patchedVendor(before, patch, version, clock.now()))),

    remove: (scope, id, reassignTo) =>
      writeProducts(scope, async ({ vendors }) => {
        const known = await standing(vendors, scope, reassignTo === null ? [id] : [id, reassignTo]);
        if (known.get(id) === undefined) throw new DomainError('unknown_record');
        if (reassignTo === id) throw new DomainError('in_use');
        if (reassignTo !== null) await vendors.handOver(scope, id, reassignTo, clock.now());
        await vendors.delete(scope, id);
      }),

    merge: (scope, fromId, intoId, version) =>
      writeProducts(scope, async ({ vendors }) => {
        const known = await standing(vendors, scope, [fromId, intoId]);
        const [from, into] = [known.get(fromId), known.get(intoId)];
        if (from === undefined || into === undefined) throw new DomainError('unknown_record');
        const merged = mergedVendors(from, into, version, clock.now());
        await vendors.changeAll(scope, [fromId, intoId], ({ id }) => (id === intoId ? merged.into : merged.from));
        await vendors.handOver(scope, fromId, intoId, clock.now());
        return merged.into;
      }),

    linkProduct: (scope, id, productId) =>
      writeProducts(scope, async (stores) => {
        await standing(stores.vendors, scope, [id]);
        await setVendor(stores, scope, productId, () => id);
      }),

    unlinkProduct: (scope, id, productId) =>
      writeProducts(scope, (stores) =>
        setVendor(stores, scope, productId, (vendorId) => {
          if (vendorId !== id) throw new DomainError('unknown_record');
          return null;
        }),
      ),
  };
}

/** Locks the vendors. Throws `unknown_record` unless all of them are there and none is merged away. */
async function standing(vendors: Stores['vendors'], scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, Vendor>> {
  const found = await vendors.changeAll(scope, ids, (vendor) => vendor);
  for (const vendor of found) mustStand(vendor);
  if (found.length < new Set(ids).size) throw new DomainError('unknown_record');
  return new Map(found.map((vendor) => [vendor.id, vendor]));
}
