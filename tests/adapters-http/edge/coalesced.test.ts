import { coalesced } from '@comptoir/adapters-http/edge/coalesced.js';
import { expect } from 'chai';
import { type Deferred, deferred } from '../deferred.js';

describe('work that is coalesced', () => {
  function bench() {
    const runs: Deferred[] = [];
    const work = coalesced(async () => {
      const run = deferred();
      runs.push(run);
      const number = runs.length;
      await run.promise;
      if (number === 2) throw new Error('the second fails');
      return number;
    });
    return { runs, work };
  }

  it('runs one at a time, and once for all who asked in the meantime', async () => {
    const { runs, work } = bench();
    const asked = [work(), work(), work()];
    expect(runs.length).to.equal(1);
    runs[0]?.resolve();
    expect(await asked[0]).to.equal(1);
    await Promise.resolve();
    expect(runs.length).to.equal(2);
    const third = work();
    runs[1]?.resolve();
    expect(await Promise.allSettled(asked.slice(1))).to.satisfy((outcomes: { status: string }[]) =>
      outcomes.every(({ status }) => status === 'rejected'),
    );
    await Promise.resolve();
    runs[2]?.resolve();
    expect(await third).to.equal(3);
  });

  it('runs one at a time for who asks in the moment between two runs too', async () => {
    const { runs, work } = bench();
    const first = work();
    const between = first.then(() => work());
    const second = work();
    runs[0]?.resolve();
    await first;
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    expect(runs.length).to.equal(2);
    runs[1]?.resolve();
    await Promise.allSettled([second, between]);
    expect(runs.length).to.equal(2);
  });
});
