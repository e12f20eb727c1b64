import { NO_FIELDS } from '@comptoir/core/api-keys/key-contract.js';
import type { KeyCaller } from '@comptoir/core/api-keys/keys-service.js';
import { makeKeyPace } from '@comptoir/core/keyed/key-pace.js';
import { KEYED_RATE } from '@comptoir/core/keyed/keyed-contract.js';
import { fixedClock } from '@comptoir/core/kit/clock.js';
import { RateLimited } from '@comptoir/core/kit/rate-limit.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { expect } from 'chai';
import { establish, NOON } from '../../suites/builders.js';
import { refusalOf } from '../../suites/suite.js';
import { aBench } from '../support.js';

/** A key, and two processes on one store that count its transactions. */
async function aKey() {
  const persistence = makeMemoryPersistence();
  const clock = fixedClock(NOON);
  const { scope, site } = await establish(persistence);
  const { key } = await aBench(persistence).services.keys.create(scope, 'keyed', { ...NO_FIELDS, name: 'N', right: 'read' });
  const caller: KeyCaller = { key, scope: { ...scope, actor: { kind: 'key', keyId: key.id } } };
  let transactions = 0;
  const process = () => {
    const pace = makeKeyPace({
      clock,
      transact: (of, work) => {
        transactions += 1;
        return persistence.transact(of, work);
      },
    });
    return { take: () => pace.take(caller), refusal: () => refusalOf(pace.take(caller)) };
  };
  return { clock, site, persistence, scope, one: process(), other: process(), transactions: () => transactions };
}

describe('the pace of keys', () => {
  it('is counted with the establishment as it stands, in one transaction', async () => {
    const { one, site, transactions } = await aKey();
    const { rate, site: read } = await one.take();
    expect(read).to.deep.equal(site);
    expect(rate).to.deep.equal({ policy: KEYED_RATE, taken: true, remaining: 119, resetSecs: 60 });
    expect(transactions()).to.equal(1);
  });

  it('asks nobody while no call is left, and says the same', async () => {
    const { one, clock, transactions } = await aKey();
    for (let call = 0; call < KEYED_RATE.limit; call += 1) await one.take();
    const first = await one.refusal();
    const asked = transactions();
    clock.advance(10_500);
    const later = await one.refusal();
    expect(transactions()).to.equal(asked);
    expect(first).to.be.instanceOf(RateLimited);
    expect([first.retryAfterSecs, later.retryAfterSecs]).to.deep.equal([60, 50]);
    expect(later).to.have.nested.property('state.remaining', 0);
  });

  it('gives a call back at the very instant the oldest is over, in every process', async () => {
    const { one, other, clock } = await aKey();
    await one.take();
    clock.advance(400);
    for (let call = 1; call < KEYED_RATE.limit; call += 1) await other.take();
    clock.advance(300);
    await one.refusal();
    await other.refusal();
    clock.set(new Date(NOON.getTime() + 59_999));
    await one.refusal();
    await other.refusal();
    clock.advance(1);
    await other.take();
    await one.refusal();
  });
});
