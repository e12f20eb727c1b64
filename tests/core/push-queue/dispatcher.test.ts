import type { CallOutcome } from '@comptoir/core/kit/outgoing-http.js';
import { hostScope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { PushQueueStore } from '@comptoir/core/push-queue/push-queue-store.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { aJob, aWant } from '../../suites/queue-builders.js';
import { aQueueBench, failing, OK, type QueueBench } from './queue-bench.js';

/** A bench whose dispatcher runs, with one worker. */
async function aRunningBench(changes: Parameters<QueueBench['register']>[0] = {}): Promise<QueueBench> {
  const bench = aQueueBench();
  await bench.register(changes);
  bench.services.dispatcher.start();
  await bench.timers.advance(0);
  return bench;
}

const standing = async ({ services }: QueueBench) => (await services.pushQueue.depths('demo'))[0];

/** Answers that a test gives when it wants to. */
function heldAnswers({ handlers }: QueueBench) {
  const waiting: ((outcome: CallOutcome) => void)[] = [];
  handlers.answer(() => new Promise((resolve) => waiting.push(resolve)));
  return { waiting, answerAll: (outcome: CallOutcome) => waiting.splice(0).forEach((answer) => void answer(outcome)) };
}

describe('the dispatcher', () => {
  it('delivers a message as soon as it was pushed, in its envelope, and removes it', async () => {
    const bench = await aRunningBench();

    const [id] = await bench.push({ payload: '{"to":"é"}' });
    await bench.timers.advance(50);

    expect(bench.handlers.received).to.deep.equal([{ id, queue: 'mails', payload: { to: 'é' }, attempts: 1 }]);
    expect(await standing(bench)).to.include({ ready: 0, inDelivery: 0, dead: 0 });
  });

  it('delivers nothing before it is due', async () => {
    const bench = await aRunningBench();
    await bench.push({ delay_secs: 60 });
    await bench.timers.advance(59_000);
    expect(bench.handlers.received).to.deep.equal([]);
    await bench.timers.advance(1_500);
    expect(bench.handlers.received).to.have.length(1);
  });

  it('tries again after a wait that grows, and gives up when the attempts are used up', async () => {
    const bench = await aRunningBench({ maxAttempts: 3 });
    bench.handlers.answer(() => failing(503));

    const [id] = await bench.push({});
    await bench.timers.advance(500);
    expect(bench.handlers.received).to.have.length(1);
    await bench.timers.advance(20_000);

    expect(bench.handlers.received.map(({ attempts }) => attempts)).to.deep.equal([1, 2, 3]);
    const { items } = await bench.services.pushQueue.deadLetters('demo', { queue: null, limit: 10, cursor: undefined });
    expect(items).to.have.length(1);
    expect(items[0]).to.include({ id, attempts: 3, lastStatus: 503 });
  });

  it('waits as long as the handler asks', async () => {
    const bench = await aRunningBench();
    bench.handlers.answer(({ attempts }) => (attempts === 1 ? failing(429, 120) : OK));
    await bench.push({});
    await bench.timers.advance(119_000);
    expect(bench.handlers.received).to.have.length(1);
    await bench.timers.advance(2_000);
    expect(bench.handlers.received).to.have.length(2);
  });

  it('delivers a dead letter again when it is retried', async () => {
    const bench = await aRunningBench();
    bench.handlers.answer(({ payload }) => (payload === 'bad' ? failing(400) : OK));
    await bench.push({ payload: '"bad"' });
    await bench.timers.advance(100);
    expect(await standing(bench)).to.include({ dead: 1 });

    bench.handlers.answer(() => OK);
    expect(await bench.services.pushQueue.retryDead('demo', { all: true })).to.equal(1);
    await bench.timers.advance(1_000);

    expect(bench.handlers.received.map(({ attempts }) => attempts)).to.deep.equal([1, 1]);
    expect(await standing(bench)).to.include({ ready: 0, dead: 0 });
  });

  it('has no more deliveries under way than the worker wants', async () => {
    const bench = await aRunningBench({ concurrency: 3 });
    const { waiting, answerAll } = heldAnswers(bench);
    await bench.push(...Array.from({ length: 10 }, () => ({})));
    await bench.timers.advance(1_000);
    expect(waiting).to.have.length(3);
    answerAll(OK);
    await bench.timers.advance(1_000);
    expect(waiting).to.have.length(3);
    expect(bench.handlers.received).to.have.length(6);
  });

  it('gives the handler less time than the lease lasts', async () => {
    const bench = await aRunningBench({ visibilityTimeoutSecs: 30 });
    const timeouts: number[] = [];
    bench.handlers.answer((_, { timeoutMs }) => {
      timeouts.push(timeoutMs);
      return OK;
    });
    await bench.push({});
    await bench.timers.advance(10);
    expect(timeouts).to.deep.equal([28_000]);
  });

  it('delivers again what got no answer, as another attempt', async () => {
    const bench = await aRunningBench({ maxAttempts: 1 });
    bench.handlers.answer(({ attempts }) => (attempts < 3 ? { kind: 'timed-out' } : OK));
    await bench.push({});
    await bench.timers.advance(20_000);
    expect(bench.handlers.received.map(({ attempts }) => attempts)).to.deep.equal([1, 2, 3]);
    expect(await standing(bench)).to.include({ ready: 0, dead: 0 });
  });

  it('takes over what another dispatcher has left behind', async () => {
    const bench = await aRunningBench();
    const job = aJob();
    const scope = hostScope('gone');
    await bench.persistence.transact(scope, async ({ pushQueue }) => {
      await pushQueue.push([job], NOON);
      await pushQueue.claim([aWant()], 'gone', NOON);
    });
    await bench.timers.advance(29_000);
    expect(bench.handlers.received).to.deep.equal([]);
    await bench.timers.advance(2_000);
    expect(bench.handlers.received).to.deep.equal([{ id: job.id, queue: 'mails', payload: { n: 1 }, attempts: 2 }]);
  });

  it('spares a handler that keeps failing, and the attempts of what waits for it', async () => {
    const bench = await aRunningBench({ maxAttempts: 100 });
    bench.handlers.answer(() => failing(500));
    await bench.push(...Array.from({ length: 60 }, () => ({})));
    await bench.timers.advance(900);
    const sent = bench.handlers.received.length;
    expect(sent).to.be.within(20, 28);
    await bench.timers.advance(10_000);
    expect(bench.handlers.received.length - sent).to.be.below(10);

    bench.handlers.answer(() => OK);
    await bench.timers.advance(60_000);
    expect(await standing(bench)).to.include({ ready: 0, delayed: 0, inDelivery: 0, dead: 0 });
  });

  it('stops when what is under way is done, and gives back what it has not begun', async () => {
    const bench = await aRunningBench({ concurrency: 2 });
    const { waiting, answerAll } = heldAnswers(bench);
    await bench.push({}, {}, {}, {});
    await bench.timers.advance(10);
    expect(waiting).to.have.length(2);

    const stopped = bench.services.dispatcher.stop();
    await bench.timers.advance(100);
    answerAll(OK);
    await bench.timers.advance(100);
    await stopped;

    expect(await standing(bench)).to.include({ ready: 2, inDelivery: 0 });
  });

  it('gives back what a handler does not finish, when it has to stop', async () => {
    const bench = await aRunningBench();
    const { answerAll } = heldAnswers(bench);
    await bench.push({});
    await bench.timers.advance(10);

    const stopped = bench.services.dispatcher.stop();
    await bench.timers.advance(8_000);
    await stopped;
    answerAll(OK);
    await bench.timers.advance(100);

    expect(await standing(bench)).to.include({ delayed: 1, inDelivery: 0 });
  });

  it('goes on by itself when the store was away', async () => {
    const store = { isDown: false };
    const bench = aQueueBench({ persistence: failingWhile(store, makeMemoryPersistence()) });
    await bench.register();
    bench.services.dispatcher.start();
    await bench.timers.advance(10);
    const { answerAll } = heldAnswers(bench);
    await bench.push({}, {});
    await bench.timers.advance(10);

    store.isDown = true;
    answerAll(OK);
    await bench.timers.advance(5_000);
    store.isDown = false;
    bench.handlers.answer(() => OK);
    await bench.push({});
    await bench.timers.advance(1_500);

    expect(bench.handlers.received).to.have.length(3);
    expect(await standing(bench)).to.include({ ready: 0, delayed: 0, inDelivery: 0 });
  });

  it('lets a quiet app go first beside one with a backlog', async () => {
    const bench = await aRunningBench({ appId: 'busy', concurrency: 256 });
    await bench.register({ appId: 'busy', queue: 'else', concurrency: 256 });
    await bench.register({ appId: 'quiet', handlerUrl: 'https://quiet.example/jobs' });
    await bench.timers.advance(3_000);
    const { waiting } = heldAnswers(bench);
    const backlog = Array.from({ length: 300 }, () => ({ queue: 'mails', payload: '"busy"' }));
    await bench.services.pushQueue.push('busy', [...backlog, ...backlog.map((message) => ({ ...message, queue: 'else' }))]);
    await bench.timers.advance(2_000);
    expect(waiting).to.have.length(384);

    await bench.services.pushQueue.push('quiet', [{ queue: 'mails', payload: '"quiet"' }]);
    await bench.timers.advance(10);

    expect(bench.handlers.received.at(-1)?.payload).to.equal('quiet');
  });

  it('claims for a quiet app while the claim for a backlog takes its time', async () => {
    const held: Promise<void>[] = [];
    const bench = aQueueBench({ persistence: claimingAfter(held, makeMemoryPersistence()) });
    await bench.register({ appId: 'busy', concurrency: 2 });
    await bench.register({ appId: 'quiet' });
    bench.services.dispatcher.start();
    await bench.timers.advance(10);
    const { answerAll } = heldAnswers(bench);
    const backlog = Array.from({ length: 50 }, () => ({ queue: 'mails', payload: '"busy"' }));
    await bench.services.pushQueue.push('busy', backlog);
    await bench.timers.advance(10);
    answerAll(OK);
    await bench.timers.advance(10);
    held.push(new Promise(() => undefined));
    answerAll(OK);
    await bench.timers.advance(10);

    // Of another process: nobody tells this one.
    const job = aJob({ appId: 'quiet', payload: '"quiet"' });
    await bench.persistence.transact(hostScope('tests'), ({ pushQueue }) => pushQueue.push([job], NOON));
    await bench.timers.advance(600);

    expect(bench.handlers.received.map(({ payload }) => payload)).to.deep.equal([...Array(3).fill('busy'), 'quiet']);
  });

  it('counts what it has done', async () => {
    const bench = await aRunningBench();
    bench.handlers.answer(({ payload }) => failing(payload === 1 ? 204 : payload === 2 ? 503 : 400));
    await bench.push({ payload: '1' }, { payload: '2' }, { payload: '3' });
    await bench.timers.advance(100);
    const metrics = await bench.services.pushQueue.metrics();
    const countOf = (name: string) =>
      metrics.find((metric) => metric.name === name)?.samples.find(({ labels }) => labels['app'] === 'demo')?.value;
    expect(['delivered', 'failed', 'dead'].map((what) => countOf(`comptoir_queue_${what}_total`))).to.deep.equal([1, 1, 1]);
    expect(countOf('comptoir_queue_in_flight')).to.equal(0);
  });
});

/** `persistence` that answers to a claim for the app `busy` only when all that is held has ended. */
function claimingAfter(held: readonly Promise<void>[], { transact, views }: Persistence): Persistence {
  return {
    views,
    async transact(scope, work, writes) {
      let isForBusy = false;
      const result = await transact(
        scope,
        ({ pushQueue, ...stores }, seen) => {
          const claim: PushQueueStore['claim'] = (wants, token, now) => {
            isForBusy = wants.some(({ appId }) => appId === 'busy');
            return pushQueue.claim(wants, token, now);
          };
          return work({ ...stores, pushQueue: { ...pushQueue, claim } }, seen);
        },
        writes,
      );
      if (isForBusy) await Promise.all(held);
      return result;
    },
  };
}

/** `persistence` that cannot be reached while the store is down. */
function failingWhile(store: { readonly isDown: boolean }, { transact, views }: Persistence): Persistence {
  return {
    views,
    transact: (scope, work) => (store.isDown ? Promise.reject(new Error('down')) : transact(scope, work)),
  };
}
