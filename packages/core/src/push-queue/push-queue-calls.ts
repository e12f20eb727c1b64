import { z } from 'zod';
import { type AnySdkCall, defineSdkCall } from '../sdk/sdk-call.js';
import { ageSecs } from './delivery-counters.js';
import {
  countOutput,
  deadListInput,
  deadListOutput,
  type MessageSelectionInput,
  messageSelectionInput,
  pushBatchInput,
  pushBatchOutput,
  pushInput,
  pushOutput,
  statsInput,
  statsOutput,
  unregisterInput,
  unregisterOutput,
  workerInput,
  workerOutput,
  workersOutput,
} from './push-queue-contract.js';
import type { DeadLetter, MessageSelection, QueueWorker } from './push-queue-store.js';

const common = { method: 'POST', tag: 'Queue', errors: [] } as const;

/** The calls of the push queue (interfaces C; decisions §7). */
export const pushQueueCalls: readonly AnySdkCall[] = [
  defineSdkCall({
    ...common,
    path: '/queue/push',
    name: 'queue-push',
    summary: 'Puts a message on a queue.',
    description:
      'It is delivered at least once, to the worker of the queue: handlers go by its `id`. A `dedup_id` is taken while its message lives and for ten minutes after.',
    input: pushInput,
    output: pushOutput,
    async run({ appId, services }, message) {
      const [receipt] = await services.pushQueue.push(appId, [message]);
      return receipt ?? { id: '', deduplicated: false };
    },
  }),
  defineSdkCall({
    ...common,
    path: '/queue/push_batch',
    name: 'queue-push-batch',
    summary: 'Puts messages on queues: all of them, or none.',
    input: pushBatchInput,
    output: pushBatchOutput,
    run: async ({ appId, services }, { messages }) => ({ messages: await services.pushQueue.push(appId, messages) }),
  }),
  defineSdkCall({
    ...common,
    path: '/queue/worker/register',
    name: 'queue-worker-register',
    summary: 'Says where the messages of a queue are delivered.',
    description: 'Replaces what was registered for the queue before. The handler gets a POST with `{id, queue, payload, attempts}`.',
    input: workerInput,
    output: workerOutput,
    async run({ appId, services }, input) {
      const { queue, handler_url, concurrency, visibility_timeout_secs, max_attempts } = input;
      const limits = { concurrency, visibilityTimeoutSecs: visibility_timeout_secs, maxAttempts: max_attempts };
      await services.pushQueue.register({ appId, queue, handlerUrl: handler_url, ...limits });
      return input;
    },
  }),
  defineSdkCall({
    ...common,
    path: '/queue/worker/list',
    name: 'queue-worker-list',
    summary: 'The workers of the app, by queue.',
    input: z.strictObject({}),
    output: workersOutput,
    run: async ({ appId, services }) => ({ workers: (await services.pushQueue.workers(appId)).map(presentWorker) }),
  }),
  defineSdkCall({
    ...common,
    path: '/queue/worker/unregister',
    name: 'queue-worker-unregister',
    summary: 'Delivers no more messages of a queue; they wait until it has a worker again.',
    description: 'A delivery that is under way goes on to its end.',
    input: unregisterInput,
    output: unregisterOutput,
    run: async ({ appId, services }, { queue }) => ({ queue, unregistered: await services.pushQueue.unregister(appId, queue) }),
  }),
  defineSdkCall({
    ...common,
    path: '/queue/cancel',
    name: 'queue-cancel',
    summary: 'Drops messages that wait to be delivered, now or later.',
    description: 'One that is in delivery goes on to its end and is not counted. The `dedup_id` of one that is dropped is free at once.',
    input: messageSelectionInput,
    output: countOutput,
    run: async ({ appId, services }, input) => ({ count: await services.pushQueue.cancel(appId, selectionOf(input)) }),
  }),
  defineSdkCall({
    ...common,
    path: '/queue/dead/list',
    name: 'queue-dead-list',
    summary: 'The messages that were given up, newest first.',
    input: deadListInput,
    output: deadListOutput,
    async run({ appId, services }, { queue = null, limit, cursor }) {
      const { items, nextCursor } = await services.pushQueue.deadLetters(appId, { queue, limit, cursor });
      return { messages: items.map(presentDead), nextCursor };
    },
  }),
  defineSdkCall({
    ...common,
    path: '/queue/dead/retry',
    name: 'queue-dead-retry',
    summary: 'Puts messages that were given up back on their queues.',
    input: messageSelectionInput,
    output: countOutput,
    run: async ({ appId, services }, input) => ({ count: await services.pushQueue.retryDead(appId, selectionOf(input)) }),
  }),
  defineSdkCall({
    ...common,
    path: '/queue/dead/purge',
    name: 'queue-dead-purge',
    summary: 'Drops messages that were given up.',
    input: messageSelectionInput,
    output: countOutput,
    run: async ({ appId, services }, input) => ({ count: await services.pushQueue.purgeDead(appId, selectionOf(input)) }),
  }),
  defineSdkCall({
    ...common,
    path: '/queue/stats',
    name: 'queue-stats',
    summary: 'How the queues of the app stand.',
    input: statsInput,
    output: statsOutput,
    async run({ appId, services }, { queue: only }) {
      const now = services.clock.now();
      const depths = await services.pushQueue.depths(appId);
      return {
        queues: depths
          .filter(({ queue }) => only === undefined || queue === only)
          .map((depth) => ({ ...depth, in_delivery: depth.inDelivery, oldest_age_secs: ageSecs(depth, now) })),
      };
    },
  }),
];

function selectionOf({ ids, queue }: MessageSelectionInput): MessageSelection {
  if (ids !== undefined) return { ids };
  return queue === undefined ? { all: true } : { queue };
}

function presentWorker({ queue, handlerUrl, concurrency, visibilityTimeoutSecs, maxAttempts }: QueueWorker) {
  return { queue, handler_url: handlerUrl, concurrency, visibility_timeout_secs: visibilityTimeoutSecs, max_attempts: maxAttempts };
}

function presentDead({ id, queue, payload, attempts, lastStatus, lastError, deadAt }: DeadLetter) {
  return {
    id,
    queue,
    // What was put in is what comes out: the text was made from checked JSON.
    payload: JSON.parse(payload),
    attempts,
    last_status: lastStatus,
    last_error: lastError,
    dead_at: deadAt.toISOString(),
  };
}
