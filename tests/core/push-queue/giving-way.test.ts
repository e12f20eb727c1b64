import { expect } from 'chai';
import { aQueueBench, OK, type QueueBench } from './queue-bench.js';

const BACKLOG = 3_000;
const MINUTE_MS = 60_000;

/** The app `busy` has a backlog, the app `quiet` a worker; every answer takes `answerMs`. */
async function aBacklog(answerMs: () => number) {
  const bench = aQueueBench();
  const seen = { underWay: 0, most: 0 };
  bench.handlers.answer(({ payload }) => {
    const isBusy = payload !== 'quiet';
    if (isBusy) seen.most = Math.max(seen.most, ++seen.underWay);
    return new Promise((resolve) => {
      bench.timers.after(answerMs(), () => {
        if (isBusy) seen.underWay -= 1;
        resolve(OK);
      });
    });
  });
  await bench.register({ appId: 'busy', concurrency: 32 });
  await bench.register({ appId: 'busy', queue: 'else', concurrency: 32 });
  await bench.register({ appId: 'quiet', concurrency: 32 });
  bench.services.dispatcher.start();
  await bench.timers.advance(0);
  return {
    ...bench,
    pushBacklog: (queue = 'mails') => pushMany(bench, queue),
    pushQuiet: () => bench.services.pushQueue.push('quiet', [{ queue: 'mails', payload: '"quiet"' }]),
    /** The most that the backlog has under way in so long. */
    async mostIn(milliseconds: number) {
      seen.most = 0;
      await bench.timers.advance(milliseconds);
      return seen.most;
    },
  };
}

async function pushMany({ services }: QueueBench, queue: string): Promise<void> {
  await services.pushQueue.push(
    'busy',
    Array.from({ length: BACKLOG }, (_, n) => ({ queue, payload: `${n}` })),
  );
}

describe('a queue with a backlog', () => {
  it('has as much under way as its worker wants when it is alone', async () => {
    const { pushBacklog, mostIn } = await aBacklog(() => 1);
    await pushBacklog();
    expect(await mostIn(50)).to.equal(32);
  });

  it('has little under way beside a queue that is in use, until that has had nothing for a minute', async () => {
    const { pushBacklog, pushQuiet, mostIn } = await aBacklog(() => 1);
    await pushQuiet();
    await pushBacklog();
    await mostIn(10);
    expect(await mostIn(100)).to.equal(6);
    await mostIn(MINUTE_MS);
    await pushBacklog();
    expect(await mostIn(50)).to.equal(32);
  });

  it('gives way as soon as another queue is used', async () => {
    const { pushBacklog, pushQuiet, mostIn } = await aBacklog(() => 1);
    await pushBacklog();
    expect(await mostIn(30)).to.equal(32);
    await pushQuiet();
    await mostIn(30);
    expect(await mostIn(30)).to.be.within(6, 7);
  });

  it('has more under way while answers take long: they keep no processor busy', async () => {
    let answerMs = 5;
    const { pushBacklog, pushQuiet, mostIn } = await aBacklog(() => answerMs);
    await pushQuiet();
    await pushBacklog();
    await mostIn(50);
    expect(await mostIn(100), 'four in a millisecond').to.equal(20);
    answerMs = 100;
    await mostIn(1_000);
    expect(await mostIn(500)).to.equal(32);
  });

  it('shares what is left to backlogs with others that have one', async () => {
    const { pushBacklog, pushQuiet, mostIn } = await aBacklog(() => 1);
    await pushQuiet();
    await pushBacklog();
    await pushBacklog('else');
    await mostIn(20);
    expect(await mostIn(100)).to.equal(6);
  });

  it('gives way to no other backlog', async () => {
    const { pushBacklog, mostIn } = await aBacklog(() => 1);
    await pushBacklog();
    await pushBacklog('else');
    await mostIn(20);
    expect(await mostIn(50)).to.equal(64);
  });

  it('is delivered whole', async () => {
    const { pushBacklog, pushQuiet, mostIn, handlers } = await aBacklog(() => 1);
    await pushBacklog();
    await pushBacklog('else');
    for (let second = 0; second < 3; second += 1) {
      await pushQuiet();
      await mostIn(1_000);
    }
    const ids = handlers.received.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(2 * BACKLOG + 3);
    expect(ids).to.have.length(2 * BACKLOG + 3);
  });
});
