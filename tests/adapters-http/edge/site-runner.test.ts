import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { type BareThread, type BareThreads, makeBareThreads } from '@comptoir/adapters-http/edge/thread/bare-threads.js';
import type { ToThread } from '@comptoir/adapters-http/edge/thread/messages.js';
import { makeSiteRunner, type SiteRunner } from '@comptoir/adapters-http/edge/thread/site-runner.js';
import { silentLogger } from '@comptoir/core/kit/logger.js';
import { expect } from 'chai';
import { refusalOf } from '../../suites/suite.js';

const LIMITS = { answerMs: 5_000, stallMs: 5_000, requests: 8, idleMs: 300_000, memoryMegabytes: 64 };
const SCRIPT = "exports.modules = new Map([['routes/a.ts', { GET: () => new Response('fine') }]]);";
const REQUEST = { file: 'routes/a.ts', handler: 'GET', params: {}, method: 'GET', url: 'http://a.example/', headers: [], body: null };

describe('what runs the script of a site', () => {
  let threads: BareThreads;
  let taken: BareThread[];

  beforeEach(() => {
    threads = makeBareThreads(64, silentLogger);
    taken = [];
  });

  afterEach(async () => {
    for (const { worker } of taken) await worker.terminate();
    await threads.close();
  });

  /** `change` sees each thread before it is used, and how many were before it. */
  function runnerOf(script = SCRIPT, { idleMs = LIMITS.idleMs, change = (thread: BareThread, _: number) => thread } = {}): SiteRunner {
    const take = () => {
      const thread = change(threads.take(), taken.length);
      taken.push(thread);
      return thread;
    };
    const options = { threads: { ...threads, take }, limits: { ...LIMITS, idleMs }, logger: silentLogger, onLoss: () => undefined };
    return makeSiteRunner({ script, islands: {}, ...options });
  }

  const answerOf = async (runner: SiteRunner) => String((await runner.answer(REQUEST, () => undefined)).body);

  it('ends a thread that has nothing to do, also one that was never asked, and starts another when it is', async () => {
    const runner = runnerOf(SCRIPT, { idleMs: 500 });
    await runner.load();
    await once(Object(taken[0]).worker, 'exit');
    expect(await answerOf(runner)).to.equal('fine');
    expect(taken.length).to.equal(2);
  });

  it('tries another thread after one that could not load the site again', async () => {
    const runner = runnerOf(SCRIPT, { change: (thread, before) => (before === 1 ? failing(thread) : thread) });
    await runner.load();
    await taken[0]?.worker.terminate();
    expect((await refusalOf(answerOf(runner))).code).to.equal('internal');
    expect(await answerOf(runner)).to.equal('fine');
    expect(taken.length).to.equal(3);
  });

  it('hears no more of what a site prints than somebody could read', async () => {
    const loop = "for (let line = 0; line < 20_000; line += 1) console.log('again');";
    let heard = 0;
    const runner = runnerOf(`${loop} ${SCRIPT}`, {
      change: (thread) => {
        thread.port.on('message', ({ kind }: { kind: string }) => {
          if (kind === 'print') heard += 1;
        });
        return thread;
      },
    });
    await runner.load();
    expect(heard).to.be.within(50, 1_000);
  });
});

/** A thread that is given another script than the site's. */
function failing({ worker, port }: BareThread): BareThread {
  const spoil = (message: ToThread) => (message.kind === 'load' ? { ...message, script: "throw new Error('not now');" } : message);
  const spoilt: MessagePort = new Proxy(port, {
    get(target, name) {
      if (name === 'postMessage') return (message: ToThread) => target.postMessage(spoil(message));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { worker, port: spoilt };
}
