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
  /** As `digest`, of a record that lacks what this one lacks now; null: it lacks nothing, or nobody had to ask. */
  readonly lackingDigest: string | null;
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
  const digested = await withLacking(
    execution,
    part,
    known,
    records.map((record) => ({ record, digest: digestOf(execution, part.rules, record), lackingDigest: null })),
  );
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

/** Asks what is lacking only of what was imported and is not as it was: of all others the digest alone says enough. */
async function withLacking<Kept extends ShopRecord>(
  { deps: { crypto, views }, scope }: Pick<Execution, 'deps' | 'scope'>,
  { rules, lacking }: Pick<SyncPart<Kept>, 'rules' | 'lacking'>,
  known: Known,
  digested: readonly Candidate<Kept>[],
): Promise<readonly Candidate<Kept>[]> {
  const open = digested.filter((one) => known.links.has(one.record.externalId) && !isUnchanged(known, one)).map(({ record }) => record);
  if (lacking === undefined || open.length === 0) return digested;
  const found = await lacking({ scope, views }, open);
  return digested.map((one) => {
    const lacks = found.get(one.record.externalId);
    return lacks === undefined ? one : { ...one, lackingDigest: digestOf({ deps: { crypto } }, rules, one.record, lacks) };
  });
}

function isUnchanged({ links }: Known, candidate: Candidate<ShopRecord>): boolean {
  const link = links.get(candidate.record.externalId);
  return link !== undefined && isOf(link, candidate);
}

/** True when the link is of just this content: imported whole, or while the same was lacking as now. */
function isOf(link: ShopLink, { digest, lackingDigest }: Candidate<ShopRecord>): boolean {
  return link.digest === digest || link.digest === lackingDigest;
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

/** Of what a record holds, of the rules it is imported by, and of what it lacks; when it was touched does not matter. */
export function digestOf(
  { deps: { crypto } }: { readonly deps: Pick<Execution['deps'], 'crypto'> },
  rules: number,
  { updatedAt: _touched, ...content }: ShopRecord,
  lacking: readonly string[] = [],
): string {
  return crypto.sha256(canonicalJson(lacking.length === 0 ? { rules, content } : { rules, content, lacking }));
}

function isWanted(execution: Execution, part: Heeding, known: Known, candidate: Candidate<ShopRecord>): boolean {
  const { record, digest } = candidate;
  const standing = known.quarantined.get(record.externalId);
  if (standing?.nextTryAt === null && standing.digest === digest) return false;
  return isNews(execution, part, known.links.get(record.externalId), candidate);
}

type Heeding = Pick<SyncPart<never>, 'heedsUnchanged'>;

/** Whether the record is to be imported, for all its link says: not unchanged, and not older than what was imported. */
export function isNews(
  { authority }: Pick<Execution, 'authority'>,
  { heedsUnchanged = false }: Heeding,
  link: ShopLink | undefined,
  candidate: Candidate<ShopRecord>,
): boolean {
  if (link === undefined || link.goneAt !== null) return true;
  const { record } = candidate;
  const isOlder = record.updatedAt !== null && link.shopUpdatedAt !== null && record.updatedAt < link.shopUpdatedAt;
  return (heedsUnchanged || !isOf(link, candidate)) && (authority || !isOlder);
}
