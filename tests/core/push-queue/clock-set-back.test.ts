import { fixedClock } from '@comptoir/core/kit/clock.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { makeLanes } from '@comptoir/core/push-queue/lanes.js';
import type { PushQueueStore } from '@comptoir/core/push-queue/push-queue-store.js';
import { makeReclaiming } from '@comptoir/core/push-queue/reclaiming.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { aWorker, secondsAfter } from '../../suites/queue-builders.js';
import { someHandlers } from './queue-bench.js';

const A_DAY_BEFORE = secondsAfter(NOON, -86_400);

describe('a dispatcher whose clock is set back', () => {
  it('hears of workers that other processes register', async () => {
    const clock = fixedClock(NOON);
    const { views } = makeMemoryPersistence();
    const workers = [aWorker()];
    const pushQueue = { ...views.pushQueue, workers: async () => [...workers] };
    const lanes = makeLanes({ views: { pushQueue }, clock, outgoing: someHandlers(), ownQueues: [] });
    await lanes.refresh();
    workers.push(aWorker({ queue: 'reports' }));
    clock.set(A_DAY_BEFORE);
    await lanes.refresh();
    expect([...lanes.all()].map(({ queue }) => queue)).to.deep.equal(['mails', 'reports']);
  });

  it('looks at all leases again', async () => {
    const clock = fixedClock(NOON);
    const memory = makeMemoryPersistence();
    const looks: (Date | null)[] = [];
    const reclaim: PushQueueStore['reclaim'] = async (since) => {
      looks.push(since);
      return 0;
    };
    const reclaiming = makeReclaiming({
      clock,
      transact: (scope, work) =>
        memory.transact(scope, (stores, views) => work({ ...stores, pushQueue: { ...stores.pushQueue, reclaim } }, views)),
    });
    await reclaiming.run();
    clock.set(A_DAY_BEFORE);
    await reclaiming.run();
    clock.advance(500);
    await reclaiming.run();
    expect(looks).to.deep.equal([null, null, secondsAfter(A_DAY_BEFORE, -10)]);
  });
});
