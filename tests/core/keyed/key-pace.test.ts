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

/** A key, and two processes on one store that count what they ask of it. */
async function aKey() {
  const persistence = makeMemoryPersistence();
  const { transact, views } = persistence;
  const clock = fixedClock(NOON);
  const { scope, site } = await establish(persistence);
  const { keys, sites } = aBench(persistence).services;
  const { key } = await keys.create(scope, 'keyed', { ...NO_FIELDS, name: 'N', right: 'read' });
  const caller: KeyCaller = { key, scope: { ...scope, actor: { kind: 'key', keyId: key.id } } };
  const asked = { steps: 0, sites: 0 };
  const process = () => {
    const pace = makeKeyPace({
      clock,
      policy: KEYED_RATE,
      transact: (...call) => {
        asked.steps += 1;
        return transact(...call);
      },
      sites: {
        get: (of) => {
          asked.sites += 1;
          return views.sites.get(of);
        },
      },
    });
    return { take: () => pace.take(caller), refusal: () => refusalOf(pace.take(caller)) };
  };
  return { clock, site, sites, scope, one: process(), other: process(), asked };
}

describe('the pace of keys', () => {
  it('is counted with the establishment as it stands, in one step', async () => {
    const { one, site, asked } = await aKey();
    const { rate, site: read } = await one.take();
    expect(read).to.deep.equal(site);
    expect(rate).to.deep.equal({ policy: KEYED_RATE, taken: true, remaining: 119, resetSecs: 60 });
    expect(asked).to.deep.equal({ steps: 1, sites: 1 });
  });

  it('reads the establishment again when it has changed, whoever changed it, and only then', async () => {
    const { one, other, sites, scope, asked } = await aKey();
    await one.take();
    await one.take();
    expect(asked.sites).to.equal(1);
    await sites.update(scope, { name: 'Autre nom' });
    for (const process of [one, other]) expect((await process.take()).site).to.include({ name: 'Autre nom' });
    await one.take();
    expect(asked.sites).to.equal(3);
  });

  it('knows no establishment that is gone', async () => {
    const { one, sites, scope } = await aKey();
    await one.take();
    await sites.delete(scope);
    expect((await one.take()).site).to.equal(null);
  });

  it('counts calls that come together one by one', async () => {
    const { one, other } = await aKey();
    const takes = Array.from({ length: KEYED_RATE.limit + 20 }, (_, n) => (n % 2 === 0 ? one : other).take());
    const settled = await Promise.allSettled(takes);
    const left = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.rate.remaining] : []));
    expect(left.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: KEYED_RATE.limit }, (_, n) => n));
  });

  it('asks nobody while no call is left, and says the same', async () => {
    const { one, clock, asked } = await aKey();
    for (let call = 0; call < KEYED_RATE.limit; call += 1) await one.take();
    const first = await one.refusal();
    const { steps } = asked;
    clock.advance(10_500);
    const later = await one.refusal();
    expect(asked.steps).to.equal(steps);
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
