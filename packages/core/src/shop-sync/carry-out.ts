import type { Services } from '../services.js';
import type { Stores, Views } from '../stores.js';
import type { Execution } from './execution.js';
import { linksOf } from './foreseen-links.js';
import type { SetApart } from './quarantine.js';
import { byExternalId, type Candidate, type Chunk, digestOf, isNews } from './read-chunk.js';
import { NO_DIGEST, type ShopLink } from './shop-link.js';
import type { ShopEntity, ShopRecord } from './shop-records.js';
import type { Imported } from './shop-sync-service.js';
import type { ChunkPlan, PartWork } from './sync-part.js';
import type { WriteCounts } from './sync-run.js';

/** What a transaction did: what became of each record, and how many rows that took. */
export interface Done {
  readonly imported: readonly Imported[];
  readonly writes: WriteCounts;
  /** Of a dry run that has counted this: makes it known to what comes later. */
  foresee(): void;
}

/** Where the plans of a transaction are made, and written through unless the run is dry. */
export interface Place {
  readonly views: Views;
  readonly writing: { readonly services: Services; readonly stores: Stores } | null;
}

/** Plans what is still to be done now that nobody else imports, and does it unless the run is dry. */
export async function carryOut<Kept extends ShopRecord>(execution: Execution, chunk: Chunk<Kept>, place: Place): Promise<Done> {
  const { scope } = execution;
  const { part } = chunk;
  const work = workOf(execution, place);
  const ids = [...chunk.candidates.map(({ record }) => record.externalId), ...chunk.gone];
  const linked = place.writing === null ? linksOf(execution) : place.views.shopLinks;
  const links = byExternalId(await linked.byExternalIds(scope, part.entity, ids));
  const isOurs = (externalId: string) => !isOvertaken(chunk, links.get(externalId));

  const fresh = chunk.candidates.filter(
    (one) => isOurs(one.record.externalId) && isNews(execution, part, links.get(one.record.externalId), one),
  );
  const records = fresh.map(({ record }) => record);
  const imports = fresh.length === 0 ? null : await planned(place, () => part.plan(work, records));
  const gone = chunk.gone.filter((externalId) => isOurs(externalId) && links.get(externalId)?.goneAt === null);
  const departures = gone.length === 0 ? null : await planned(place, () => part.planGone(work, gone));

  const digests = new Map(fresh.map(({ record, digest }) => [record.externalId, digest]));
  const refusals = [...(imports?.refused ?? []), ...(departures?.refused ?? [])];
  const refused = [...chunk.refused, ...refusals.map((one) => ({ ...one, digest: digests.get(one.externalId) ?? null }))];
  const kept = new Set(refused.map(({ externalId }) => externalId));
  const departed = gone.flatMap((externalId) => (kept.has(externalId) ? [] : (links.get(externalId) ?? [])));
  const made = newLinks(execution, chunk, fresh, imports);
  const cured = [...chunk.cured, ...made.map(({ externalId }) => externalId), ...departed.map(({ externalId }) => externalId)];
  const news = made.filter((link) => !isSame(link, links.get(link.externalId)));
  const goneAt = execution.deps.clock.now();
  const changed = [...news, ...departed.map((link) => ({ ...link, importedAt: chunk.askedAt, goneAt }))];
  if (place.writing !== null) await keepBooks(execution, place.writing.stores, part.entity, { links: changed, refused, cured });
  return {
    imported: [
      ...made.map(({ externalId, localId }) => ({ externalId, localId, result: 'imported' as const, reason: null })),
      ...departed.map(({ externalId, localId }) => ({ externalId, localId, result: 'gone' as const, reason: null })),
      ...refused.map(({ externalId, reason }) => ({
        ...{ externalId, reason },
        localId: chunk.localIds.get(externalId) ?? null,
        result: 'quarantined' as const,
      })),
    ],
    writes: addWrites(imports?.writes ?? {}, departures?.writes ?? {}),
    foresee() {
      imports?.foresee();
      departures?.foresee();
      execution.foreseen?.put(changed);
    },
  };
}

interface Books {
  /** Those that are not as they were. */
  readonly links: readonly ShopLink[];
  readonly refused: readonly SetApart[];
  readonly cured: readonly string[];
}

async function keepBooks({ deps, scope }: Execution, stores: Stores, entity: ShopEntity, { links, refused, cured }: Books): Promise<void> {
  if (links.length > 0) await stores.shopLinks.put(scope, links);
  if (refused.length > 0) await stores.quarantine.put(scope, entity, refused, deps.clock.now());
  if (cured.length > 0) await stores.quarantine.clear(scope, entity, cured);
}

function workOf({ scope, site, deps, since, authority }: Execution, { views, writing }: Place): PartWork {
  return { scope, site, now: deps.clock.now(), views, stores: writing?.stores ?? null, since, authority };
}

async function planned({ writing }: Place, plan: () => Promise<ChunkPlan>): Promise<ChunkPlan> {
  const made = await plan();
  if (writing !== null) await made.apply(writing.services, writing.stores);
  return made;
}

function newLinks<Kept extends ShopRecord>(
  execution: Pick<Execution, 'deps'>,
  { part, askedAt }: Chunk<Kept>,
  fresh: readonly Candidate<Kept>[],
  plan: ChunkPlan | null,
): readonly ShopLink[] {
  const candidates = new Map(fresh.map((candidate) => [candidate.record.externalId, candidate]));
  return (plan?.links ?? []).flatMap(({ externalId, localId, provisional = false, lacking = [] }) => {
    const candidate = candidates.get(externalId);
    if (candidate === undefined) return [];
    const { digest: whole, record } = candidate;
    const digest = provisional ? NO_DIGEST : lacking.length === 0 ? whole : digestOf(execution, part.rules, record, lacking);
    return [{ entity: part.entity, externalId, localId, digest, shopUpdatedAt: record.updatedAt, importedAt: askedAt, goneAt: null }];
  });
}

function isSame({ localId, digest }: ShopLink, known: ShopLink | undefined): boolean {
  return known !== undefined && known.localId === localId && known.digest === digest && known.goneAt === null;
}

/** Somebody else asked the shop later than this execution did, and has imported the answer already. */
function isOvertaken({ askedAt }: Chunk<ShopRecord>, link: ShopLink | undefined): boolean {
  return link !== undefined && link.importedAt > askedAt;
}

export function addWrites(some: WriteCounts, more: WriteCounts): WriteCounts {
  const tables = [...new Set([...Object.keys(some), ...Object.keys(more)])].sort();
  const sums = tables.map((table) => [table, (some[table] ?? 0) + (more[table] ?? 0)] as const);
  return Object.fromEntries(sums.filter(([, rows]) => rows > 0));
}
