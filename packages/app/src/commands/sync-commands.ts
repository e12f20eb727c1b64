import { setTimeout as delay } from 'node:timers/promises';
import { DomainError, hasCode } from '@comptoir/core/kit/errors.js';
import { slugSchema } from '@comptoir/core/kit/validate.js';
import type { Services } from '@comptoir/core/services.js';
import { URL_SETTING } from '@comptoir/core/shop-sync/connection.js';
import { LEASE_MS } from '@comptoir/core/shop-sync/run-ledger.js';
import { SYNC_JOBS, SYNC_OUTCOMES, type SyncRun } from '@comptoir/core/shop-sync/sync-run.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { z } from 'zod';
import { type CommandContext, defineCommand } from './command.js';
import { CLI_ACTOR, scopeOf, siteBySlug } from './lookups.js';

const PROGRESS_EVERY_MS = 1000;
const BUSY_RETRY_MS = 1000;
/** Who holds a run and was killed is believed to be alive for so long. */
const BUSY_PATIENCE_MS = LEASE_MS + 5000;

const summarySchema = z.object({
  outcome: z.enum(SYNC_OUTCOMES),
  writes: z.record(z.string(), z.int()),
  read: z.int(),
  quarantined: z.int(),
  requests: z.int(),
  tookMs: z.int(),
});

const summaryOfSiteSchema = z.object({ site: z.string(), ...summarySchema.shape });

type Summary = z.output<typeof summarySchema>;

const argsSchema = z.object({
  job: z.enum(SYNC_JOBS),
  site: slugSchema.optional(),
  dryRun: z.boolean().default(false),
  acceptDisappearance: z.boolean().default(false),
});

type Wanted = Omit<z.output<typeof argsSchema>, 'site'>;

/** Synchronizes one establishment (an object), or every one that is connected (a list of them with `site`), one after the other. */
export const syncShops = defineCommand({
  name: 'sync',
  args: argsSchema,
  result: z.union([z.array(summaryOfSiteSchema), summarySchema]),
  async run(context, { site: slug, ...wanted }) {
    if (slug !== undefined) return syncOne(context, await siteBySlug(context.services, slug), wanted);
    if (wanted.acceptDisappearance)
      throw new DomainError('invalid_request', { message: 'Name the establishment whose shop is meant (--site).' });
    const summaries: z.output<typeof summaryOfSiteSchema>[] = [];
    for (const site of await connectedSites(context.services)) {
      summaries.push({ site: site.slug, ...(await syncOne(context, site, wanted).catch(failedBy(context, site))) });
    }
    return summaries;
  },
  complaint(result) {
    const incomplete = (Array.isArray(result) ? result : [result]).filter(({ outcome }) => outcome !== 'completed');
    return incomplete.length === 0 ? null : `not completed: ${incomplete.map(({ outcome }) => outcome).join(', ')}`;
  },
  print: (result) =>
    Array.isArray(result) ? result.map(({ site, ...summary }) => `${site}: ${sentence(summary)}`).join('\n') : sentence(result),
});

async function syncOne(context: CommandContext, site: Site, { job, ...options }: Wanted): Promise<Summary> {
  const startedAt = performance.now();
  const tell = (run: SyncRun) => context.progress(`${site.slug}: ${howFar(run)}`);
  const run = await whenFree(() => context.services.shopSync.run(scopeOf(site), job, { ...options, progress: throttled(tell) }));
  tell(run);
  if (run.reason !== null) context.progress(`${site.slug}: ${run.reason}`);
  const { writes, read, quarantined, requests } = run.counts;
  const tookMs = Math.round(performance.now() - startedAt);
  return { outcome: run.outcome ?? 'failed', writes: { ...writes }, read, quarantined, requests, tookMs };
}

/** Vendors and categories are read before anybody knows how much there is in all. */
function howFar({ counts: { read }, expected }: SyncRun): string {
  return expected < read ? `${read} records read` : `${read} of ${expected} records read`;
}

/** A run that was killed stands in the way until its lease is over; then it is gone on with. */
async function whenFree(run: () => Promise<SyncRun>): Promise<SyncRun> {
  const deadline = performance.now() + BUSY_PATIENCE_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!hasCode(error, 'sync_running') || performance.now() >= deadline) throw error;
    }
    await delay(BUSY_RETRY_MS);
  }
}

/** One establishment that cannot be synchronized does not keep the others from it. */
function failedBy({ progress }: CommandContext, { slug }: Site): (error: unknown) => Summary {
  return (error) => {
    if (!(error instanceof DomainError)) throw error;
    progress(`${slug}: ${error.message}`);
    return { outcome: 'failed', writes: {}, read: 0, quarantined: 0, requests: 0, tookMs: 0 };
  };
}

export async function connectedSites({ views }: Pick<Services, 'views'>): Promise<readonly Site[]> {
  const sites: Site[] = [];
  for (const owner of await views.settings.sitesWith(URL_SETTING)) {
    const site = await views.sites.get({ ...owner, actor: CLI_ACTOR });
    if (site !== null) sites.push(site);
  }
  return sites.sort((left, right) => (left.slug < right.slug ? -1 : 1));
}

function throttled(tell: (run: SyncRun) => void): (run: SyncRun) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (run) => {
    if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
    toldAt = performance.now();
    tell(run);
  };
}

function sentence({ outcome, writes, read, quarantined, requests, tookMs }: Summary): string {
  const rows = Object.entries(writes).map(([table, count]) => `${table} ${count}`);
  const written = rows.length === 0 ? 'nothing written' : `written: ${rows.join(', ')}`;
  return `${outcome}, ${read} read in ${requests} requests, ${written}, ${quarantined} in quarantine, ${(tookMs / 1000).toFixed(1)} s`;
}
