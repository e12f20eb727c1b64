import type { DriftEntity, DriftSample, EntityDrift } from './drift-report.js';
import { SAMPLE_MAX } from './drift-report.js';

/** Counts what differs, and keeps a few of the ids: however many records there are, the tally stays small. */
export interface DriftTally {
  /** The record was compared; these of its fields differ. */
  add(externalId: string, differing: readonly string[]): void;
  /** `here`: the ids of the shop that are known here. */
  ended(entity: DriftEntity, shop: readonly string[], here: readonly string[]): EntityDrift;
}

export function makeDriftTally(fields: readonly string[]): DriftTally {
  const differing = new Map(fields.map((field) => [field, [] as string[]]));
  const counts = new Map(fields.map((field) => [field, 0]));
  let compared = 0;
  return {
    add(externalId, found) {
      compared += 1;
      for (const field of found) {
        counts.set(field, (counts.get(field) ?? 0) + 1);
        const sample = differing.get(field);
        if (sample !== undefined && sample.length < SAMPLE_MAX) sample.push(externalId);
      }
    },
    ended: (entity, shop, here) => ({
      entity,
      shop: shop.length,
      here: here.length,
      missingHere: sampleOf(missingIn(here, shop)),
      missingInShop: sampleOf(missingIn(shop, here)),
      compared,
      fields: fields.map((field) => ({ field, count: counts.get(field) ?? 0, externalIds: differing.get(field) ?? [] })),
    }),
  };
}

function missingIn(there: readonly string[], ids: readonly string[]): readonly string[] {
  const known = new Set(there);
  return ids.filter((id) => !known.has(id));
}

function sampleOf(ids: readonly string[]): DriftSample {
  return { count: ids.length, externalIds: ids.slice(0, SAMPLE_MAX) };
}
