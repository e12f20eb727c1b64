import { DomainError } from '../kit/errors.js';
import { edited } from '../kit/versioned.js';
import type { Vendor } from './vendor.js';
import type { VendorPatch } from './vendor-contract.js';

/** The vendor with the fields the patch names; `data` is merged by name, and null removes a name. Throws `stale`, `unknown_record`. */
export function patchedVendor(before: Vendor, { data, ...patch }: VendorPatch, version: number | undefined, now: Date): Vendor {
  mustStand(before);
  const named = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return edited(before, { ...named, data: data === undefined ? before.data : mergedData(before.data, data) }, version, now);
}

export function mergedData(before: Vendor['data'], changes: Vendor['data']): Vendor['data'] {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null));
}

/** Throws `unknown_record`: one that was merged away is a signpost, and nothing happens to it any more. */
export function mustStand({ mergedInto }: Vendor): void {
  if (mergedInto !== null) throw new DomainError('unknown_record', { facts: { mergedInto } });
}

/**
 * What two records of one vendor become. The one that stays keeps what it says of itself and takes the rest; the other keeps its shop id, so that
 * the next synchronization finds the one that stays by it. A portal link was given to somebody who knew one of them: that of the merged one
 * ends. Throws `invalid_request` for one record, `unknown_record` for one that is merged already, `stale`.
 */
export function mergedVendors(from: Vendor, into: Vendor, version: number | undefined, now: Date) {
  if (from.id === into.id) {
    throw new DomainError('invalid_request', { issues: [{ path: 'intoId', message: 'A vendor is not merged into itself.' }] });
  }
  mustStand(from);
  mustStand(into);
  const { portal: _portal, ...facts } = from.data;
  return {
    from: edited(from, { data: facts, mergedInto: into.id }, undefined, now),
    into: edited(
      into,
      {
        email: into.email ?? from.email,
        phone: into.phone ?? from.phone,
        note: into.note ?? from.note,
        data: { ...facts, ...into.data },
      },
      version,
      now,
    ),
  };
}
