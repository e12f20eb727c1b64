import { gathering } from '@comptoir/core/kit/gathering.js';
import { expect } from 'chai';
import { errorOf } from '../../suites/suite.js';

interface Call {
  readonly key: string;
}

interface Batch {
  readonly keys: readonly string[];
  end(): void;
  fail(fault: Error): void;
}

/** What gathers, and the batches it has begun, each for the test to end. */
function aGathering(max = 10) {
  const batches: Batch[] = [];
  const call = gathering<Call, object>(
    ({ key }) => key,
    max,
    (batch) =>
      new Promise((resolve, reject) => {
        const keys = batch.map(({ key }) => key);
        const index = batches.length;
        batches.push({ keys, end: () => resolve(keys.map((key) => ({ key, batch: index }))), fail: reject });
      }),
  );
  return { call: (key: string) => call({ key }), batches, begun: () => batches.map(({ keys }) => keys) };
}

describe('calls that are gathered', () => {
  it('leave at once while there is room, alone', () => {
    const { call, begun } = aGathering();
    void call('a');
    void call('b');
    expect(begun()).to.deep.equal([['a'], ['b']]);
  });

  it('go together when they come while others are under way, and get each its own answer', async () => {
    const { call, begun, batches } = aGathering();
    const answers = ['a', 'b', 'c', 'd'].map(call);
    batches[0]?.end();
    await answers[0];
    batches[1]?.end();
    expect(await answers[1]).to.deep.equal({ key: 'b', batch: 1 });
    expect(begun()).to.deep.equal([['a'], ['b'], ['c', 'd']]);
    batches[2]?.end();
    expect(await Promise.all(answers.slice(2))).to.deep.equal([
      { key: 'c', batch: 2 },
      { key: 'd', batch: 2 },
    ]);
  });

  it('are never twice the same in one batch, and never too many', async () => {
    const { call, begun, batches } = aGathering(2);
    const answers = ['x', 'y', 'a', 'a', 'b', 'c'].map(call);
    // The list grows while it is gone through.
    for (const batch of batches) {
      batch.end();
      await new Promise(setImmediate);
    }
    await Promise.all(answers);
    expect(begun()).to.deep.equal([['x'], ['y'], ['a', 'b'], ['a', 'c']]);
  });

  it('all learn of a batch that failed, and the next ones go on', async () => {
    const { call, batches } = aGathering();
    const answers = ['a', 'b', 'c', 'd'].map(call);
    const faults = answers.slice(0, 2).map((answer) => errorOf(answer));
    const fault = new Error('lost');
    batches[0]?.fail(fault);
    batches[1]?.fail(fault);
    expect(await Promise.all(faults)).to.deep.equal([fault, fault]);
    batches[2]?.end();
    expect(await answers[2]).to.deep.equal({ key: 'c', batch: 2 });
    expect(await answers[3]).to.deep.equal({ key: 'd', batch: 2 });
  });
});
