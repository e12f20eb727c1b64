import { hostScope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { PushQueueStore } from '@comptoir/core/push-queue/push-queue-store.js';
import { makeQueueBell, type QueueListener, ringingAfterCommit } from '@comptoir/core/push-queue/queue-bell.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { aJob } from '../../suites/queue-builders.js';
import { errorOf } from '../../suites/suite.js';
import { aQueueBench, failing, OK, type QueueBench } from './queue-bench.js';

const SCOPE = hostScope('tests');

/** Whose dispatcher has looked, found nothing, and can claim nothing from now on: only what is handed to it is delivered. */
async function aBenchWithoutClaims(changes: Parameters<QueueBench['register']>[0] = {}): Promise<QueueBench> {
  const claims = { isHeld: false };
  const bench = aQueueBench({ persistence: claimingUnless(claims, makeMemoryPersistence()) });
  await bench.register(changes);
  bench.services.dispatcher.start();
  await bench.timers.advance(10);
  claims.isHeld = true;
  return bench;
}

/** `persistence` that never answers to a claim that was made while claims are held; it claims nothing then. */
function claimingUnless(claims: { readonly isHeld: boolean }, { transact, views }: Persistence): Persistence {
  return {
    views,
    async transact(scope, work, writes) {
      let isHeld = false;
      const result = await transact(
        scope,
        ({ pushQueue, ...stores }, seen) => {
          const claim: PushQueueStore['claim'] = async (...given) => {
            isHeld = claims.isHeld;
            return isHeld ? [] : pushQueue.claim(...given);
          };
          return work({ ...stores, pushQueue: { ...pushQueue, claim } }, seen);
        },
        writes,
      );
      return isHeld ? new Promise<never>(() => undefined) : result;
    },
  };
}

const payloads = ({ handlers }: QueueBench) => handlers.received.map(({ payload }) => payload);
const standing = async ({ services }: QueueBench) => (await services.pushQueue.depths('demo'))[0];

describe('a message that is handed to the dispatcher of its process', () => {
  it('is delivered without a claim, and removed', async () => {
    const bench = await aBenchWithoutClaims();
    const [id] = await bench.push({ payload: '{"to":"é"}' });
    await bench.timers.advance(50);
    expect(bench.handlers.received).to.deep.equal([{ id, queue: 'mails', payload: { to: 'é' }, attempts: 1 }]);
    expect(await standing(bench)).to.include({ ready: 0, inDelivery: 0 });
  });

  it('is in delivery until the handler has answered, and queued again when that fails', async () => {
    const bench = await aBenchWithoutClaims();
    bench.handlers.answer(() => failing(503));
    await bench.push({});
    expect(await standing(bench)).to.include({ ready: 0, inDelivery: 1 });
    await bench.timers.advance(100);
    expect(await standing(bench)).to.include({ delayed: 1, inDelivery: 0 });
  });

  it('is one of no more than the worker wants at once; the others wait on the queue', async () => {
    const bench = await aBenchWithoutClaims({ concurrency: 2 });
    bench.handlers.answer(() => new Promise(() => undefined));
    await bench.push({ payload: '1' }, { payload: '2' }, { payload: '3' });
    await bench.push({ payload: '4' });
    await bench.timers.advance(100);
    expect(payloads(bench)).to.deep.equal([1, 2]);
    expect(await standing(bench)).to.include({ ready: 2, inDelivery: 2 });
  });

  it('does not overtake those that wait, nor come before it is due', async () => {
    const bench = await aBenchWithoutClaims({ concurrency: 1 });
    await bench.push({ payload: '"later"', delay_secs: 60 });
    await bench.push({ payload: '1' }, { payload: '2' });
    await bench.timers.advance(50);
    await bench.push({ payload: '3' });
    await bench.timers.advance(50);
    expect(payloads(bench)).to.deep.equal([1]);
  });

  it('is none under a name that is taken, and leaves the room to others', async () => {
    const bench = await aBenchWithoutClaims({ concurrency: 1 });
    const [first] = await bench.push({ payload: '1', dedup_id: 'once' });
    await bench.timers.advance(50);
    expect(await bench.push({ payload: '2', dedup_id: 'once' })).to.deep.equal([first]);
    await bench.push({ payload: '3' });
    await bench.timers.advance(50);
    expect(payloads(bench)).to.deep.equal([1, 3]);
  });

  it('waits on the queue while the handler is spared, or the dispatcher does not run', async () => {
    const bench = await aBenchWithoutClaims();
    bench.handlers.answer(() => failing(500));
    for (let index = 0; index < 25; index += 1) await bench.push({ payload: String(index) });
    await bench.timers.advance(50);
    const spared = bench.handlers.received.length;
    await bench.push({});
    await bench.services.dispatcher.stop();
    bench.handlers.answer(() => OK);
    await bench.push({});
    await bench.timers.advance(50);
    expect(bench.handlers.received).to.have.length(spared);
    expect((await standing(bench))?.ready).to.be.greaterThan(1);
  });
});

describe('what a transaction pushes', () => {
  /** A dispatcher that takes everything, and writes down what it is told. */
  function aListener() {
    const told: string[] = [];
    const listener: QueueListener = {
      heard: (news) => told.push(news.kind),
      offer: ({ payload }) => ({
        lease: { token: '00000000-0000-4000-8000-000000000001', until: new Date(NOON.getTime() + 30_000) },
        take: (job) => told.push(`take ${payload} ${job.attempts} ${job.lease.token.slice(-1)}`),
        withdraw: () => told.push(`withdraw ${payload}`),
      }),
    };
    const bell = makeQueueBell();
    bell.listen(listener);
    return { told, bell };
  }
  const push = (payload: string) => aJob({ payload });

  it('is handed over after the commit, not before', async () => {
    const { told, bell } = aListener();
    const transact = ringingAfterCommit(makeMemoryPersistence().transact, bell);
    await transact(SCOPE, async ({ pushQueue }) => {
      await pushQueue.push([push('1'), push('2')], NOON);
      expect(told).to.deep.equal([]);
    });
    expect(told).to.deep.equal(['take 1 0 1', 'take 2 0 1']);
  });

  it('is not handed over when it fails', async () => {
    const { told, bell } = aListener();
    const persistence = makeMemoryPersistence();
    const failed = ringingAfterCommit(persistence.transact, bell)(SCOPE, async ({ pushQueue }) => {
      await pushQueue.push([push('1')], NOON);
      throw new Error('no');
    });
    expect(await errorOf(failed)).to.have.property('message', 'no');
    expect(told).to.deep.equal(['withdraw 1']);
    expect(await persistence.views.pushQueue.depths('demo', NOON)).to.deep.equal([]);
  });

  it('is handed over once when it needed a second attempt', async () => {
    const { told, bell } = aListener();
    const { transact: once, views } = makeMemoryPersistence();
    const twice: Persistence['transact'] = async (scope, work, writes) => {
      await once(scope, async (stores, seen) => {
        await work(stores, seen);
        throw new Error('lost against another');
      }).catch(() => undefined);
      return once(scope, work, writes);
    };
    let attempt = 0;
    await ringingAfterCommit(twice, bell)(SCOPE, ({ pushQueue }) => {
      attempt += 1;
      return pushQueue.push([push(String(attempt))], NOON);
    });
    expect(told).to.deep.equal(['withdraw 1', 'take 2 0 1']);
    expect(await views.pushQueue.depths('demo', NOON)).to.containSubset([{ ready: 0, inDelivery: 1 }]);
  });
});
