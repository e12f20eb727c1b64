import { randomUUID } from 'node:crypto';
import type { NewJob } from '@comptoir/core/push-queue/push-job.js';
import type { QueueWorker, Want } from '@comptoir/core/push-queue/push-queue-store.js';
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
