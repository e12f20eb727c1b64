import { sharedAnswers } from '@comptoir/core/webhook-endpoints/shared-answers.js';
import { expect } from 'chai';

/** Questions that are answered when a test says so, with how many there were by then. */
function someQuestions() {
  const open: { readonly key: string; answer(): void; fail(): void }[] = [];
  const asked: string[] = [];
  const ask = sharedAnswers(
    (key: string) => key,
    (key) => {
      asked.push(key);
      const count = asked.length;
      return new Promise<number>((resolve, reject) =>
        open.push({ key, answer: () => resolve(count), fail: () => reject(new Error('away')) }),
      );
    },
  );
  return { ask, asked, open };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('answers that are shared', () => {
  it('are never older than the question', async () => {
    const { ask, asked, open } = someQuestions();
    const [first, second, third] = [ask('a'), ask('a'), ask('a')];
    expect(asked).to.deep.equal(['a']);
    open[0]?.answer();
    expect(await first).to.equal(1);
    await turn();
    expect(asked).to.deep.equal(['a', 'a']);
    const fourth = ask('a');
    open[1]?.answer();
    expect(await Promise.all([second, third])).to.deep.equal([2, 2]);
    await turn();
    open[2]?.answer();
    expect(await fourth).to.equal(3);
    await turn();
    void ask('a');
    expect(asked).to.have.length(4);
  });

  it('are of one key, and fail for those alone who share them', async () => {
    const { ask, asked, open } = someQuestions();
    const [one, other, next] = [ask('a'), ask('b'), ask('a')];
    expect(asked).to.deep.equal(['a', 'b']);
    open[0]?.fail();
    expect(await one.catch((error: Error) => error.message)).to.equal('away');
    await turn();
    open[1]?.answer();
    open[2]?.answer();
    expect(await Promise.all([other, next])).to.deep.equal([2, 3]);
  });
});
