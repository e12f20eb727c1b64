import { canonicalJson } from '../kit/digest.js';
import type { Execution } from './execution.js';
import { linksOf } from './foreseen-links.js';
import type { QuarantinedRecord, SetApart } from './quarantine.js';
import type { ShopRead } from './shop-gateway.js';
import type { ShopLink } from './shop-link.js';
import type { ShopRecord } from './shop-records.js';
import type { SyncPart } from './sync-part.js';

/** A record that is to be imported. */
export interface Candidate<Kept extends ShopRecord> {
  readonly record: Kept;
  readonly digest: string;
}

/** What was read of some records, and what is to be done about it. */
export interface Chunk<Kept extends ShopRecord> {
  readonly part: SyncPart<Kept>;
  /** When they were asked for: the shop may have changed since, never before. */
  readonly askedAt: Date;
  readonly read: number;
  readonly candidates: readonly Candidate<Kept>[];
  /** Linked, and not in the shop any more. */
  readonly gone: readonly string[];
  readonly refused: readonly SetApart[];
  /** Nothing is to be done about these. */
  readonly settled: readonly string[];
  /** Those of them that stand in quarantine although they are imported, or not in the shop any more. */
  readonly cured: readonly string[];
  /** What each of them is here, as far as they are anything. */
  readonly localIds: ReadonlyMap<string, string>;
}

/** Reads records of the shop and leaves out what is as it was imported last. */
export async function readChunk<Kept extends ShopRecord>(
  execution: Execution,
  part: SyncPart<Kept>,
  externalIds: readonly string[],
): Promise<Chunk<Kept>> {
  const askedAt = execution.deps.clock.now();
  return sortOut(execution, part, await part.read(execution.gateway, externalIds, execution.signal), askedAt);
}

/** The same of records that were read already. */
export async function sortOut<Kept extends ShopRecord>(
  execution: Execution,
  part: SyncPart<Kept>,
  { records, gone, faulty }: ShopRead<Kept>,
  askedAt: Date,
): Promise<Chunk<Kept>> {
  const ids = [...records.map(({ externalId }) => externalId), ...gone, ...faulty.map(({ externalId }) => externalId)];
  const known = await whatIsKnown(execution, part, ids);
  const digested = records.map((record) => ({ record, digest: digestOf(execution, part.rules, record) }));
  const candidates = digested.filter((candidate) => isWanted(execution, part, known, candidate));
  const refused = faulty.filter(({ externalId }) => known.quarantined.get(externalId)?.nextTryAt !== null);
  const lost = gone.filter((externalId) => known.links.get(externalId)?.goneAt === null);
  const pending = new Set([...candidates.map(({ record }) => record.externalId), ...refused.map(({ externalId }) => externalId), ...lost]);
  return {
    part,
    askedAt,
    read: ids.length,
    candidates,
    gone: lost,
    refused: refused.map((one) => ({ ...one, code: 'shop_record', digest: null })),
    settled: ids.filter((id) => !pending.has(id)),
    cured: [...digested.filter((candidate) => isUnchanged(known, candidate)).map(({ record }) => record.externalId), ...gone].filter(
      (id) => !pending.has(id) && isStanding(known.quarantined.get(id)),
    ),
    localIds: new Map([...known.links.values()].map(({ externalId, localId }) => [externalId, localId])),
  };
}

function isStanding(record: QuarantinedRecord | undefined): boolean {
  return record !== undefined && record.nextTryAt !== null;
}

function isUnchanged({ links }: Known, { record, digest }: Candidate<ShopRecord>): boolean {
  return links.get(record.externalId)?.digest === digest;
}

interface Known {
  readonly links: ReadonlyMap<string, ShopLink>;
  readonly quarantined: ReadonlyMap<string, QuarantinedRecord>;
}

async function whatIsKnown(
  { deps, scope, foreseen }: Execution,
  { entity }: Pick<SyncPart<never>, 'entity'>,
  ids: readonly string[],
): Promise<Known> {
  const [links, quarantined] = await Promise.all([
    linksOf({ deps, foreseen }).byExternalIds(scope, entity, ids),
    deps.views.quarantine.byExternalIds(scope, entity, ids),
  ]);
  return { links: byExternalId(links), quarantined: byExternalId(quarantined) };
}

export function byExternalId<Row extends { readonly externalId: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.externalId, row]));
}

/** Of what a record holds, and of the rules it is imported by; when it was touched does not matter. */
function digestOf({ deps: { crypto } }: Execution, rules: number, { updatedAt: _touched, ...content }: ShopRecord): string {
  return crypto.sha256(canonicalJson({ rules, content }));
}

function isWanted(execution: Execution, part: Heeding, known: Known, { record, digest }: Candidate<ShopRecord>): boolean {
  const standing = known.quarantined.get(record.externalId);
  if (standing?.nextTryAt === null && standing.digest === digest) return false;
  return isNews(execution, part, known.links.get(record.externalId), { record, digest });
}

type Heeding = Pick<SyncPart<never>, 'heedsUnchanged'>;

/** Whether the record is to be imported, for all its link says: not unchanged, and not older than what was imported. */
export function isNews(
  { authority }: Pick<Execution, 'authority'>,
  { heedsUnchanged = false }: Heeding,
  link: ShopLink | undefined,
  { record, digest }: Candidate<ShopRecord>,
): boolean {
  if (link === undefined || link.goneAt !== null) return true;
  const isOlder = record.updatedAt !== null && link.shopUpdatedAt !== null && record.updatedAt < link.shopUpdatedAt;
  return (heedsUnchanged || link.digest !== digest) && (authority || !isOlder);
}
