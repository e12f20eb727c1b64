import type { Scope } from '@comptoir/core/kit/scope.js';

/** The versions one of which the record must have; null: whatever it is. */
export type IfMatch = readonly number[] | null;

/** The version of the record; what follows tells apart what it shows besides (sold out, seats that are taken). */
const ETAG = /^"(\d{1,9})(?:-[a-z0-9-]{1,40})?"$/;

/**
 * The versions that `If-Match` asks for (RFC 9110 §13.1.1); null when any will do. A tag that is weak or none of ours matches no
 * version.
 */
export function versionsIn(header: string | undefined): IfMatch {
  if (header === undefined || header.trim() === '*') return null;
  return header.split(',').flatMap((tag) => {
    const [, version] = ETAG.exec(tag.trim()) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
}

/** No record has it: versions count from 1. */
const NO_VERSION = 0;

/** Where the record is read. */
interface Versions {
  get(scope: Scope, id: string): Promise<{ readonly version: number } | null>;
}

/** The one version a change is to insist on. Among several it is the one the record has now, which the change checks again. */
export async function versionToMatch(records: Versions, scope: Scope, id: string, ifMatch: IfMatch): Promise<number | null> {
  if (ifMatch === null) return null;
  const [first = NO_VERSION, ...others] = ifMatch;
  if (others.length === 0) return first;
  const current = await records.get(scope, id);
  return ifMatch.find((version) => version === current?.version) ?? NO_VERSION;
}
