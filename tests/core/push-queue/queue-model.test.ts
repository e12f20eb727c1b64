import { hostScope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { Settlement } from '@comptoir/core/push-queue/push-job.js';
import type { PushQueueStore } from '@comptoir/core/push-queue/push-queue-store.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { NOON } from '../../suites/builders.js';
import { aJob, aWant, secondsAfter } from '../../suites/queue-builders.js';

/** A message as whoever only watches the calls must believe it to be. */
type Believed =
  | { readonly is: 'queued'; readonly attempts: number; readonly dueAt: number }
  | { readonly is: 'leased'; readonly attempts: number; readonly token: string; readonly until: number }
  | { readonly is: 'dead' | 'gone' };

type Step =
  | { readonly do: 'push' | 'push-leased' | 'claim' | 'wait' | 'reclaim' | 'retry' | 'purge' }
  | { readonly do: 'settle'; readonly which: number; readonly as: Settlement['kind'] };

const STEPS: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('push', 'push-leased', 'claim', 'wait', 'reclaim', 'retry', 'purge') }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('settle' as const), which: fc.nat(20), as: fc.constantFrom('acked', 'again', 'dead') }),
    },
  ),
  { maxLength: 60 },
);

const LEASE_SECS = 30;

/** Does the steps on a store and on the belief, side by side; returns both ends. */
async function livedThrough(steps: readonly Step[]) {
  const { transact, views } = makeMemoryPersistence();
  const on = <Result>(work: (queue: PushQueueStore) => Promise<Result>) => transact(hostScope('model'), ({ pushQueue }) => work(pushQueue));
  const believed = new Map<string, Believed>();
  const leases: { readonly id: string; readonly token: string }[] = [];
  let secs = 0;
  const now = () => secondsAfter(NOON, secs);
  const change = (is: Believed['is'], to: (state: Believed) => Believed) => {
    for (const [id, state] of believed) if (state.is === is) believed.set(id, to(state));
  };

  async function settle(which: number, kind: Settlement['kind']): Promise<void> {
    const lease = leases[which % leases.length];
    const state = lease === undefined ? undefined : believed.get(lease.id);
    if (lease === undefined || state === undefined) return;
    const holds = state.is === 'leased' && state.token === lease.token;
    const attempts = state.is === 'leased' ? state.attempts + 1 : 1;
    const settlement: Settlement =
      kind === 'acked'
        ? { kind }
        : kind === 'again'
          ? { kind, attempts, runAt: secondsAfter(NOON, secs + 2) }
          : { kind, attempts, status: 500, error: 'x' };
    expect(await on((queue) => queue.settle([{ ...lease, settlement }], now()))).to.equal(holds ? 1 : 0);
    if (!holds) return;
    believed.set(lease.id, kind === 'again' ? { is: 'queued', attempts, dueAt: secs + 2 } : { is: kind === 'acked' ? 'gone' : 'dead' });
  }

  async function claim(token: string): Promise<void> {
    const due = [...believed].filter(([, state]) => state.is === 'queued' && state.dueAt <= secs);
    const claimed = await on((queue) =>
      queue.claim([aWant({ limit: 3, leaseUntil: secondsAfter(NOON, secs + LEASE_SECS) })], token, now()),
    );
    expect(claimed).to.have.length(Math.min(3, due.length));
    for (const { id, attempts } of claimed) {
      expect(believed.get(id)).to.deep.include({ is: 'queued', attempts });
      believed.set(id, { is: 'leased', attempts, token, until: secs + LEASE_SECS });
      leases.push({ id, token });
    }
  }

  for (const [index, step] of steps.entries()) {
    if (step.do === 'settle') await settle(step.which, step.as);
    if (step.do === 'claim') await claim(`lease-${index}`);
    if (step.do === 'wait') secs += 20;
    if (step.do === 'push') {
      const job = aJob({ runAt: now() });
      await on((queue) => queue.push([job], now()));
      believed.set(job.id, { is: 'queued', attempts: 0, dueAt: secs });
    }
    if (step.do === 'push-leased') {
      const [token, until] = [`lease-${index}`, secs + LEASE_SECS];
      const job = aJob({ runAt: now(), lease: { token, until: secondsAfter(NOON, until) } });
      await on((queue) => queue.push([job], now()));
      believed.set(job.id, { is: 'leased', attempts: 0, token, until });
      leases.push({ id: job.id, token });
    }
    if (step.do === 'reclaim') {
      await on((queue) => queue.reclaim(null, now(), 1000));
      change('leased', (state) =>
        state.is === 'leased' && state.until <= secs ? { is: 'queued', attempts: state.attempts + 1, dueAt: secs } : state,
      );
    }
    if (step.do === 'retry') {
      await on((queue) => queue.retryDead('demo', { all: true }, now()));
      change('dead', () => ({ is: 'queued', attempts: 0, dueAt: secs }));
    }
    if (step.do === 'purge') {
      await on((queue) => queue.purgeDead('demo', { all: true }));
      change('dead', () => ({ is: 'gone' }));
    }
  }
  const [depth] = await views.pushQueue.depths('demo', now());
  const count = (is: Believed['is']) => [...believed.values()].filter((state) => state.is === is).length;
  return { depth, believed: { queued: count('queued'), inDelivery: count('leased'), dead: count('dead') } };
}

describe('a message, whatever happens to it', () => {
  it('is queued, leased by one, dead or gone, exactly as the calls say', async () => {
    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        const { depth, believed } = await livedThrough(steps);
        const { ready = 0, delayed = 0, inDelivery = 0, dead = 0 } = depth ?? {};
        expect({ queued: ready + delayed, inDelivery, dead }).to.deep.equal(believed);
      }),
      { numRuns: 300 },
    );
  });
});
