import { fixedClock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { ServiceDeps } from '@comptoir/core/service-deps.js';
import type { SyncParts } from '@comptoir/core/shop-sync/execution.js';
import type { ShopGateway, ShopRead } from '@comptoir/core/shop-sync/shop-gateway.js';
import type { ShopEntity, ShopRecord } from '@comptoir/core/shop-sync/shop-records.js';
import type { ChunkPlan, PartWork, SyncPart } from '@comptoir/core/shop-sync/sync-part.js';
import { SYNC_JOBS } from '@comptoir/core/shop-sync/sync-run.js';
import { syncTaskName } from '@comptoir/core/shop-sync/sync-schedules.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { establish } from '../../suites/builders.js';
import { noTasks } from '../../support/service-deps.js';
import { type ManualTimers, manualTimers } from '../push-queue/queue-bench.js';
import { aBench, type Bench } from '../support.js';
import { aToyShop, type ToyShop } from './toy-shop.js';

/** How the toy parts fare: they store each record as a setting of the establishment, and may be told to fail. */
export interface Toys {
  /** `orders 12`: the plan refuses it. */
  readonly refused: Set<string>;
  /** `orders 12`: it cannot be stored, which only shows when it is. */
  readonly poison: Set<string>;
  /** What was planned, such as `orders 1,2`, dry or not. */
  readonly planned: string[];
  /** `orders 12`: what it names and is not here. */
  readonly lacking: Map<string, readonly string[]>;
  /** Plans of dry runs that count. */
  readonly foreseen: string[];
  heedsUnchanged: boolean;
  rules: number;
}

export interface SyncBench extends Bench {
  readonly scope: Scope;
  readonly shop: ToyShop;
  readonly toys: Toys;
  readonly timers: ManualTimers;
  /** What the toys have stored, such as `orders 12` → `paid`. */
  stored(): Promise<Readonly<Record<string, unknown>>>;
}

export interface BenchOptions {
  readonly persistence?: Persistence;
  /** Of an earlier bench that works on the same. */
  readonly beside?: SyncBench;
}

/** An establishment with a toy shop. */
export async function aSyncBench({ persistence = makeMemoryPersistence(), beside }: BenchOptions = {}): Promise<SyncBench> {
  const clock = beside?.clock ?? fixedClock(new Date('2026-06-16T10:00:00Z'));
  const shop = beside?.shop ?? aToyShop();
  const toys = beside?.toys ?? {
    refused: new Set(),
    poison: new Set(),
    planned: [],
    lacking: new Map(),
    foreseen: [],
    heedsUnchanged: false,
    rules: 1,
  };
  const timers = manualTimers(clock);
  const shopSync: ServiceDeps['shopSync'] = { gateways: shop, makeParts: () => toyParts(toys) };
  const tasks = { ...noTasks, names: SYNC_JOBS.map(syncTaskName) };
  const bench = aBench(persistence, { clock, timers, shopSync, tasks });
  const scope = beside?.scope ?? (await aConnectedSite(persistence));
  return {
    ...bench,
    ...{ clock, scope, shop, toys, timers },
    async stored() {
      const settings = await persistence.views.settings.list(scope);
      return Object.fromEntries([...settings].filter(([key]) => key.startsWith('toy ')).map(([key, value]) => [key.slice(4), value]));
    },
  };
}

async function aConnectedSite(persistence: Persistence): Promise<Scope> {
  const { scope } = await establish(persistence);
  await persistence.transact(scope, async ({ settings }) => {
    await settings.set(scope, 'shop.url', 'https://shop.example');
    await settings.set(scope, 'shop.key', 'K'.repeat(32));
  });
  return scope;
}

function toyParts(toys: Toys): SyncParts {
  const whole = async <Kept extends ShopRecord>(all: readonly Kept[], ids: readonly string[]): Promise<ShopRead<Kept>> => ({
    records: all.filter(({ externalId }) => ids.includes(externalId)),
    gone: ids.filter((id) => all.every(({ externalId }) => externalId !== id)),
    faulty: [],
  });
  const all = {
    vendors: (gateway: ShopGateway, signal: Signal) => gateway.vendors(signal),
    categories: (gateway: ShopGateway, signal: Signal) => gateway.categories(signal),
  };
  return {
    vendors: {
      part: toyPart(toys, 'vendors', async (gateway, ids, signal) => whole(await gateway.vendors(signal), ids)),
      all: all.vendors,
    },
    categories: {
      part: toyPart(toys, 'categories', async (gateway, ids, signal) => whole(await gateway.categories(signal), ids)),
      all: all.categories,
    },
    products: toyPart(toys, 'products', (gateway, ids, signal) => gateway.products(ids, signal)),
    customers: toyPart(toys, 'customers', (gateway, ids, signal) => gateway.customers(ids, signal)),
    orders: toyPart(toys, 'orders', (gateway, ids, signal) => gateway.orders(ids, signal)),
    movedGoods: null,
  };
}

type Signal = Parameters<ShopGateway['vendors']>[0];

function toyPart<Kept extends ShopRecord>(toys: Toys, entity: ShopEntity, read: SyncPart<Kept>['read']): SyncPart<Kept> {
  const lackingOf = (id: string) => toys.lacking.get(`${entity} ${id}`) ?? [];
  const planOf = (work: PartWork, ids: readonly string[], value: (id: string) => unknown): ChunkPlan => {
    toys.planned.push(`${entity} ${ids.join(',')}`);
    const wanted = ids.filter((id) => !toys.refused.has(`${entity} ${id}`));
    const refused = ids.filter((id) => toys.refused.has(`${entity} ${id}`));
    return {
      links: wanted.map((externalId) => ({ externalId, localId: `local-${externalId}`, lacking: lackingOf(externalId) })),
      writes: wanted.length === 0 ? {} : { [entity]: wanted.length },
      refused: refused.map((externalId) => ({ externalId, code: 'invalid_request', reason: 'currency: not ours.' })),
      async apply(_services, stores) {
        for (const id of wanted) {
          if (toys.poison.has(`${entity} ${id}`)) throw new Error(`The database chokes on ${id}`);
          await stores.settings.set(work.scope, `toy ${entity} ${id}`, value(id));
        }
      },
      foresee: () => toys.foreseen.push(`${entity} ${ids.join(',')}`),
    };
  };
  return {
    entity,
    rules: toys.rules,
    heedsUnchanged: toys.heedsUnchanged,
    async lacking(_work, records) {
      const found = records.map(({ externalId }) => [externalId, lackingOf(externalId)] as const);
      return new Map(found.filter(([, lacking]) => lacking.length > 0));
    },
    read,
    async plan(work, records) {
      const byId = new Map(records.map((record) => [record.externalId, record]));
      return planOf(work, [...byId.keys()], (id) => contentOf(byId.get(id)));
    },
    planGone: async (work, ids) => planOf(work, ids, () => 'gone'),
  };
}

function contentOf(record: ShopRecord | undefined): unknown {
  return record === undefined ? null : JSON.parse(JSON.stringify(record));
}

/** A process that dies: after so many commits, nothing of it reaches the database any more. */
export function mortal(persistence: Persistence, commits: number, dies: 'before its last commit' | 'after its last commit'): Persistence {
  let left = commits;
  const dead = () => new DomainError('internal', { message: 'This process is dead.' });
  return {
    views: persistence.views,
    async transact(scope, work, writes) {
      left -= 1;
      if (left < 0 || (left === 0 && dies === 'before its last commit')) {
        left = 0;
        throw dead();
      }
      const result = await persistence.transact(scope, work, writes);
      if (left === 0) throw dead();
      return result;
    },
  };
}
