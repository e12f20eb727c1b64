import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { NewJob } from '@comptoir/core/push-queue/push-job.js';
import { makeAfterImports } from '@comptoir/core/reorder/after-imports.js';
import type { Imported, ImportedEntity } from '@comptoir/core/shop-sync/shop-sync-service.js';
import type { Persistence, TransactAll } from '@comptoir/core/stores.js';
import { makeProcessTurn, type ShopImports } from '@comptoir/core/webhooks/process-turn.js';
import type { WebhookAction } from '@comptoir/core/webhooks/shop-event.js';
import { turnIn, WEBHOOK_QUEUE } from '@comptoir/core/webhooks/webhook-turns.js';
import { keepingLogger, type LogLine } from '../../adapters-http/log.js';
import { establish, FIRST_PAGE } from '../../suites/builders.js';
import { aBench, type Bench } from '../support.js';

export const SECRET = 'le-secret-de-la-boutique';

export interface ImportCall {
  readonly entity: ImportedEntity;
  /** In no order that means anything. */
  readonly externalIds: readonly string[];
}

/** What the import of one record comes to; a thrown fault is that of the call. */
export type Import = (externalId: string, entity: ImportedEntity) => Partial<Imported>;

/** An establishment whose shop tells of changes, with the queue in the hands of the test. */
export interface ToldTill extends Bench {
  readonly scope: Scope;
  readonly slug: string;
  readonly calls: readonly ImportCall[];
  readonly log: readonly LogLine[];
  /** Everything that was put on queues and is committed, in order. */
  readonly pushed: readonly NewJob[];
  tell(entity: ImportedEntity, ...events: readonly Told[]): Promise<string>;
  /** Takes the turns that are on the queue, in time, until none is left. Moves the clock. */
  work(): Promise<void>;
  /** Takes one turn. */
  step(): Promise<boolean>;
  /** Takes the turn that was taken first once more: its message was delivered twice. */
  redeliver(): Promise<void>;
  logs(): ReturnType<typeof logsOf>;
}

export type Told = readonly [action: WebhookAction, id: string | number];

export interface ToldOptions {
  readonly persistence?: Persistence;
  readonly imports?: Import;
  readonly supplierRecalc?: boolean;
  /** Set the canonical secret. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export async function aToldTill(options: ToldOptions = {}): Promise<ToldTill> {
  const { imports = () => ({}), supplierRecalc = false, settings = { 'webhook.secret': SECRET } } = options;
  const pushed: NewJob[] = [];
  const persistence = keepingPushes(options.persistence ?? makeMemoryPersistence(), pushed);
  const bench = aBench(persistence);
  const { services, clock } = bench;
  const { scope, site } = await establish(persistence);
  await persistence.transact(scope, async (stores) => {
    for (const [key, value] of Object.entries(settings)) await stores.settings.set(scope, key, value);
  });
  const calls: ImportCall[] = [];
  const log: LogLine[] = [];
  const base = { transact: persistence.transact, views: persistence.views, clock, ids: services.ids, logger: keepingLogger(log) };
  const shop: ShopImports = {
    async importNow(_scope, entity, externalIds) {
      calls.push({ entity, externalIds: externalIds.toSorted() });
      return externalIds.map((externalId) => ({
        ...{ externalId, localId: `local-${externalId}`, result: 'imported', reason: null },
        ...imports(externalId, entity),
      }));
    },
  };
  const takeTurn = makeProcessTurn({ ...base, imports: shop, afterwards: makeAfterImports({ ...base, enabled: supplierRecalc }) });
  const queue: NewJob[] = [];
  let seen = 0;

  async function step(): Promise<boolean> {
    queue.push(...pushed.slice(seen).filter((job) => job.queue === WEBHOOK_QUEUE));
    seen = pushed.length;
    queue.sort((left, right) => left.runAt.getTime() - right.runAt.getTime());
    const job = queue.shift();
    if (job === undefined) return false;
    clock.set(new Date(Math.max(clock.now().getTime(), job.runAt.getTime())));
    await takeTurn(turnIn(JSON.parse(job.payload)));
    return true;
  }

  return {
    ...bench,
    persistence,
    scope,
    slug: site.slug,
    calls,
    log,
    pushed,
    async tell(entity, ...events) {
      const body = events.map(([action, id]) => ({ entity, action, id }));
      const call = { host: 'platform.example', slug: site.slug, secret: SECRET, address: '192.0.2.1' };
      return (await services.webhooks.receive(call, entity, async () => body)).sessionId;
    },
    step,
    async redeliver() {
      const job = pushed.find(({ queue: name }) => name === WEBHOOK_QUEUE);
      if (job !== undefined) await takeTurn(turnIn(JSON.parse(job.payload)));
    },
    async work() {
      while (await step());
    },
    logs: () => logsOf(persistence, scope),
  };
}

async function logsOf({ views }: Persistence, scope: Scope) {
  return (await views.webhookLogs.list(scope, { ...FIRST_PAGE, pageSize: 1000 })).items;
}

/** The same persistence; what is pushed on queues by transactions that commit is kept, in order. */
function keepingPushes(persistence: Persistence, kept: NewJob[]): Persistence {
  const transact: TransactAll = async (scope, work, writes) => {
    let pushed: NewJob[] = [];
    const result = await persistence.transact(
      scope,
      (stores, views) => {
        pushed = [];
        const push: typeof stores.pushQueue.push = async (jobs, now) => {
          const receipts = await stores.pushQueue.push(jobs, now);
          pushed.push(...jobs.filter((_, index) => receipts[index]?.deduplicated === false));
          return receipts;
        };
        return work({ ...stores, pushQueue: { ...stores.pushQueue, push } }, views);
      },
      writes,
    );
    kept.push(...pushed);
    return result;
  };
  return { transact, views: persistence.views };
}
