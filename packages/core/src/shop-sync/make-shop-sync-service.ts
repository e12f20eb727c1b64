import { DomainError } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Scope } from '../kit/scope.js';
import type { StopSignal } from '../kit/stop-signal.js';
import type { Site } from '../sites/site.js';
import { beginRun } from './begin-run.js';
import { neededConnection } from './connection.js';
import { type Begun, type ExecuteDeps, executeRun } from './execute-run.js';
import type { Execution, Ledger } from './execution.js';
import { runEverywhere } from './run-everywhere.js';
import type { ShopGateways } from './shop-gateway.js';
import type { RunOptions, ShopSyncService } from './shop-sync-service.js';
import { makeStopper } from './stopper.js';
import { importIds } from './sync-engine.js';
import type { SyncJob, SyncRun } from './sync-run.js';

export interface ShopSyncDeps extends ExecuteDeps {
  readonly gateways: ShopGateways;
  readonly ids: Ids;
}

/** What runs when the process ends is cut by this: others go on with it. */
class ProcessStops extends Error {
  override readonly name = 'AbortError';
}

/** It opens its transactions itself, also when it is called from inside one. */
export function makeShopSyncService(deps: ShopSyncDeps): ShopSyncService {
  const { views, gateways, logger } = deps;
  const process = makeStopper();
  const running = new Set<{ readonly ended: Promise<void> }>();

  async function begin(scope: Scope, job: SyncJob, { dryRun = false, progress = () => undefined, signal }: RunOptions): Promise<Begun> {
    const site = await siteOf(scope);
    const gateway = gateways.open(await neededConnection(views, scope));
    const run = await beginRun(deps, scope, job, dryRun);
    return { scope, site, gateway, run, progress, signal: eitherOf(process.signal, signal) };
  }

  function execute(begun: Begun): Promise<SyncRun> {
    const { scope, run } = begun;
    const execution = executeRun(deps, begun).then((ended) => {
      const { job, dryRun, outcome, reason, counts } = ended;
      logger.info({ siteId: scope.siteId, runId: run.id, job, dryRun, outcome, reason, ...counts }, 'a synchronization has ended');
      return ended;
    });
    const forget = () => {
      running.delete(entry);
    };
    const entry = { ended: execution.then(forget, forget) };
    running.add(entry);
    return execution;
  }

  async function siteOf(scope: Scope): Promise<Site> {
    const site = await views.sites.get(scope);
    if (site === null) throw new DomainError('unknown_shop');
    return site;
  }

  const run: ShopSyncService['run'] = async (scope, job, options = {}) => execute(await begin(scope, job, options));

  return {
    run,

    async start(scope, job, options = {}) {
      const begun = await begin(scope, job, options);
      execute(begun).catch((error: unknown) => {
        if (!process.signal.aborted) logger.error({ err: error, siteId: scope.siteId, job }, 'a synchronization was cut');
      });
      return begun.run;
    },

    runEverywhere: (job, signal) => runEverywhere(deps, run, job, signal),

    async importNow(scope, entity, externalIds, signal = process.signal) {
      const site = await siteOf(scope);
      const gateway = gateways.open(await neededConnection(views, scope));
      const since = (await views.syncRuns.firstStart(scope)) ?? deps.clock.now();
      const given = { deps, scope, site, gateway, parts: deps.makeParts(), signal, since };
      const execution: Execution = { ...given, ledger: withoutRun(deps, scope), dryRun: false, authority: false };
      return importIds(execution, entity, [...new Set(externalIds)], 'without cursor');
    },

    async probe(scope, connection) {
      return gateways.open(connection ?? (await neededConnection(views, scope))).probe(process.signal);
    },

    async stop() {
      process.stop(new ProcessStops('The process stops.'));
      await Promise.all([...running].map(({ ended }) => ended));
    },
  };
}

/** Single records keep no account of themselves. */
function withoutRun({ unitOfWork }: ExecuteDeps, scope: Scope): Ledger {
  return {
    commit: (work) => unitOfWork(scope, async (services, stores) => (await work(services, stores)).result),
    note: async () => undefined,
  };
}

function eitherOf(process: StopSignal, given: StopSignal | undefined): StopSignal {
  if (given === undefined) return process;
  const either = makeStopper(process);
  if (given.aborted) either.stop(given.reason);
  given.addEventListener('abort', () => either.stop(given.reason), { once: true });
  return either.signal;
}
