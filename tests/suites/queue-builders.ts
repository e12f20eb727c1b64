import { randomUUID } from 'node:crypto';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { NewJob } from '@comptoir/core/push-queue/push-job.js';
import type { QueueWorker, Want } from '@comptoir/core/push-queue/push-queue-store.js';
import { OWN_APP } from '@comptoir/core/sdk/app-id.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { freshName, NOON } from './builders.js';

export function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

/** An app that no other test uses. */
export function freshApp(): string {
  return freshName('app');
}

/** A message that is due at noon. */
export function aJob(changes: Partial<NewJob> = {}): NewJob {
  return {
    id: randomUUID(),
    appId: 'demo',
    queue: 'mails',
    payload: '{"n":1}',
    maxAttempts: null,
    dedupId: null,
    runAt: NOON,
    createdAt: NOON,
    ...changes,
  };
}

export function aWorker(changes: Partial<QueueWorker> = {}): QueueWorker {
  return {
    appId: 'demo',
    queue: 'mails',
    handlerUrl: 'https://shop.example/jobs',
    concurrency: 8,
    visibilityTimeoutSecs: 30,
    maxAttempts: 5,
    ...changes,
  };
}

/** Asks for ten messages, until half a minute after noon. */
export function aWant(changes: Partial<Want> = {}): Want {
  return { appId: 'demo', queue: 'mails', limit: 10, leaseUntil: secondsAfter(NOON, 30), after: null, ...changes };
}

/** A turn of a campaign of the establishment, on the product's own queue. */
export function aTurnOf({ tenantId, siteId }: Scope): NewJob {
  const payload = JSON.stringify({ tenantId, siteId, campaignId: randomUUID(), run: 1, tries: 0 });
  return aJob({ appId: OWN_APP, queue: 'campaigns', payload });
}

/** The id of such a turn that was given up at noon. */
export async function aDeadTurn({ transact }: Pick<Persistence, 'transact'>, scope: Scope): Promise<string> {
  const turn = aTurnOf(scope);
  const settlement = { kind: 'dead', attempts: 9, status: null, error: 'The handler failed.' } as const;
  await transact(scope, async ({ pushQueue }) => {
    await pushQueue.push([turn], NOON);
    const claimed = await pushQueue.claim([aWant(turn)], randomUUID(), NOON);
    await pushQueue.settle(
      claimed.map(({ id, lease }) => ({ id, token: lease.token, settlement })),
      NOON,
    );
  });
  return turn.id;
}
