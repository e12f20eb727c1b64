import { makeGate } from '@comptoir/app/adapters/gate.js';
import { hasCode } from '@comptoir/core/kit/errors.js';
import { expect } from 'chai';

/** Work that ends when the test says so. */
function held(): { work: () => Promise<string>; started: () => boolean; end: (error?: Error) => void } {
  let end: (error?: Error) => void = () => undefined;
  let started = false;
  const ended = new Promise<string>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve('done') : reject(error));
  });
  const work = () => {
    started = true;
    return ended;
  };
  return { work, started: () => started, end };
}

/** Lets everything run that does not wait for anything outside. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a gate', () => {
  it('lets in as many as there is room for, the others in their order', async () => {
    const gate = makeGate({ running: 1, waiting: 2 });
    const [first, second, third] = [held(), held(), held()];
    const answers = [first, second, third].map(({ work }) => gate(work));
    await settle();
    expect([first, second, third].map(({ started }) => started())).to.deep.equal([true, false, false]);
    first.end();
    await settle();
    expect([second.started(), third.started()]).to.deep.equal([true, false]);
    second.end();
    third.end();
    expect(await Promise.all(answers)).to.deep.equal(['done', 'done', 'done']);
  });

  it('refuses whoever does not find a place to wait, until there is one again', async () => {
    const gate = makeGate({ running: 1, waiting: 0 });
    const first = held();
    const running = gate(first.work);
    const refusal = await gate(async () => 'never').catch((error: unknown) => error);
    expect(hasCode(refusal, 'rate_limited')).to.equal(true);
    first.end();
    await running;
    expect(await gate(async () => 'served')).to.equal('served');
  });

  it('makes room when work fails, also when it throws at once', async () => {
    const gate = makeGate({ running: 1, waiting: 1 });
    const failing = held();
    const outcome = gate(failing.work).catch((error: Error) => error.message);
    const next = gate(() => {
      throw new Error('thrown');
    }).catch((error: Error) => error.message);
    failing.end(new Error('failed'));
    expect(await Promise.all([outcome, next])).to.deep.equal(['failed', 'thrown']);
    expect(await gate(async () => 'served')).to.equal('served');
  });
});
