import { DomainError } from '../kit/errors.js';
import type { HtmlCleaner } from '../kit/html-cleaner.js';
import type { Ids } from '../kit/ids.js';
import type { Logger } from '../kit/logger.js';
import type { Scope } from '../kit/scope.js';
import type { StopSignal } from '../kit/stop-signal.js';
import type { Site } from '../sites/site.js';
import { beginRun } from './begin-run.js';
import { connectionOf, neededConnection } from './connection.js';
import { type Begun, executeRun } from './execute-run.js';
import type { EngineDeps, Execution, Ledger, SyncParts } from './execution.js';
import { runEverywhere } from './run-everywhere.js';
import type { ShopConnection, ShopGateway, ShopGateways } from './shop-gateway.js';
import type { RunOptions, ShopSyncService } from './shop-sync-service.js';
import { makeStopper, type Stopper } from './stopper.js';
import { importIds } from './sync-engine.js';
import type { SyncJob, SyncRun } from './sync-run.js';

/** What a host needs to be connected to online shops. */
export interface ShopSyncPorts {
  readonly gateways: ShopGateways;
  /** Anew for every execution: parts remember what they have seen. */
  readonly makeParts: (deps: PartsDeps) => SyncParts;
}

export interface PartsDeps {
  readonly ids: Ids;
  readonly logger: Logger;
  readonly htmlCleaner: HtmlCleaner;
}

export interface ShopSyncDeps extends EngineDeps, PartsDeps {
  /** Null: this host is connected to no online shops. */
  readonly ports: ShopSyncPorts | null;
}

/** What runs when the process ends is cut by this: others go on with it. */
class ProcessStops extends Error {
  override readonly name = 'AbortError';
}

interface BegunHere extends Begun {
  /** Listens to the end of the process no longer. */
  release(): void;
}

/** It opens its transactions itself, also when it is called from inside one. */
export function makeShopSyncService(deps: ShopSyncDeps): ShopSyncService {
  const { views, logger } = deps;
  const process = makeStopper();
  const running = new Set<{ readonly ended: Promise<void> }>();

  async function begin(scope: Scope, job: SyncJob, options: RunOptions): Promise<BegunHere> {
    const { dryRun = false, acceptDisappearance = false, progress = () => undefined, signal } = options;
    const site = await siteOf(scope);
    const gateway = await gatewayOf(scope);
    const run = await beginRun(deps, scope, job, { dryRun, acceptDisappearance });
    const either = eitherOf(process.signal, signal);
    return { scope, site, gateway, parts: partsOf(), run, progress, signal: either.signal, release: either.release };
  }

  function execute(begun: BegunHere): Promise<SyncRun> {
    const { scope, run } = begun;
    const execution = executeRun(deps, begun).then((ended) => {
      const { job, dryRun, outcome, reason, counts } = ended;
      logger.info({ siteId: scope.siteId, runId: run.id, job, dryRun, outcome, reason, ...counts }, 'a synchronization has ended');
      return ended;
    });
    const forget = () => {
      running.delete(entry);
      begun.release();
    };
    const entry = { ended: execution.then(forget, forget) };
    running.add(entry);
    return execution;
  }

  /** Throws `not_configured`. */
  async function gatewayOf(scope: Scope, connection?: ShopConnection): Promise<ShopGateway> {
    return portsOf(deps).gateways.open(connection ?? (await neededConnection(views, scope)));
  }

  const partsOf = () => portsOf(deps).makeParts(deps);

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

    runEverywhere(job, signal) {
      const either = eitherOf(process.signal, signal);
      return runEverywhere(deps, run, job, either.signal).finally(either.release);
    },

    async importNow(scope, entity, externalIds, signal = process.signal) {
      const site = await siteOf(scope);
      const gateway = await gatewayOf(scope);
      const since = (await views.syncRuns.firstStart(scope)) ?? deps.clock.now();
      const given = { deps, scope, site, gateway, parts: partsOf(), signal, since };
      const execution: Execution = { ...given, ledger: withoutRun(deps, scope), foreseen: null, authority: false, accepted: null };
      return importIds(execution, entity, [...new Set(externalIds)], 'without cursor');
    },

    async probe(scope, connection) {
      return (await gatewayOf(scope, connection)).probe(process.signal);
    },

    async pausedUntil(scope) {
      const connection = await connectionOf(views, scope);
      return connection === null ? null : (deps.ports?.gateways.pausedUntil(connection) ?? null);
    },

    async stop() {
      process.stop(new ProcessStops('The process stops.'));
      await Promise.all([...running].map(({ ended }) => ended));
    },
  };
}

function portsOf({ ports }: ShopSyncDeps): ShopSyncPorts {
  if (ports === null) throw new DomainError('not_configured', { message: 'This server is connected to no online shops.' });
  return ports;
}

/** Single records keep no account of themselves. */
function withoutRun({ unitOfWork }: EngineDeps, scope: Scope): Ledger {
  return {
    commit: (work) => unitOfWork(scope, async (services, stores) => (await work(services, stores)).result),
    note: async () => undefined,
  };
}

function eitherOf(process: StopSignal, given: StopSignal | undefined): Stopper {
  const either = makeStopper(process);
  if (given?.aborted === true) either.stop(given.reason);
  given?.addEventListener('abort', () => either.stop(given.reason), { once: true });
  return either;
}
