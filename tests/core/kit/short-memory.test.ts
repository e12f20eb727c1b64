import { fixedClock } from '@comptoir/core/kit/clock.js';
import { makeShortMemory } from '@comptoir/core/kit/short-memory.js';
import { expect } from 'chai';
import { NOON } from '../../suites/builders.js';
import { errorOf, signal } from '../../suites/suite.js';

function aMemory(max = 10) {
  const clock = fixedClock(NOON);
  const memory = makeShortMemory<string>({ ttlMs: 4000, max, clock });
  const reads: string[] = [];
  const recall = (key: string, answer = key, owner = 'lucie') =>
    memory.recall(key, owner, async () => {
      reads.push(key);
      return answer;
    });
  return { clock, memory, reads, recall };
}

describe('a short memory', () => {
  it('reads once, and answers what it knows without a promise', async () => {
    const { recall, reads } = aMemory();
    await recall('a');
    expect(recall('a')).to.equal('a');
    expect(reads).to.deep.equal(['a']);
  });

  it('reads once for all who ask while it reads', async () => {
    const { recall, reads } = aMemory();
    expect(await Promise.all([recall('a'), recall('a'), recall('b')])).to.deep.equal(['a', 'a', 'b']);
    expect(reads).to.deep.equal(['a', 'b']);
  });

  it('reads again when its time is over, counted from when the read began', async () => {
    const { recall, clock } = aMemory();
    await recall('a', 'old');
    clock.advance(3999);
    expect(recall('a', 'new')).to.equal('old');
    clock.advance(1);
    expect(await recall('a', 'new')).to.equal('new');
  });

  it('forgets what belongs to one, or to all', async () => {
    const { recall, memory } = aMemory();
    await recall('a', 'old', 'lucie');
    await recall('b', 'old', 'zoe');
    memory.forget('lucie');
    expect([await recall('a', 'new', 'lucie'), await recall('b', 'new', 'zoe')]).to.deep.equal(['new', 'old']);
    memory.forget(null);
    expect(await recall('b', 'new', 'zoe')).to.equal('new');
  });

  it('does not keep what was being read when it was forgotten', async () => {
    const { recall, memory } = aMemory();
    const { reached, reach } = signal();
    const early = memory.recall('a', 'lucie', () => reached.then(() => 'before'));
    memory.forget('lucie');
    const late = recall('a', 'after');
    reach();
    expect([await early, await late, recall('a')]).to.deep.equal(['before', 'after', 'after']);
  });

  it('does not keep a fault', async () => {
    const { recall, memory } = aMemory();
    const fault = new Error('unreachable');
    expect(await errorOf(async () => memory.recall('a', 'lucie', () => Promise.reject(fault)))).to.equal(fault);
    expect(await recall('a')).to.equal('a');
  });

  it('keeps no more than it may: the one read longest ago goes', async () => {
    const { recall, reads } = aMemory(2);
    for (const key of ['a', 'b', 'c', 'b', 'a']) await recall(key);
    expect(reads).to.deep.equal(['a', 'b', 'c', 'a']);
  });
});
