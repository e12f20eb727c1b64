import type { Logger } from '@comptoir/core/kit/logger.js';
import type { HostTasks, TaskOutcome } from '@comptoir/core/scheduler/scheduled-work.js';

/** A task of the host that schedules may name. */
export type HostTask = (given: TaskInput) => Promise<unknown>;

export interface TaskInput {
  readonly dueAt: Date;
  /** What the schedule was registered with; any JSON. */
  readonly payload: unknown;
  /** Aborted at the time limit and when the host stops. A task that goes on regardless is not waited for. */
  readonly signal: AbortSignal;
}

/** Tasks as plain functions, each run within its time limit. */
export function makeHostTasks(tasks: Readonly<Record<string, HostTask>>, logger: Logger): HostTasks {
  const stopping = new AbortController();

  async function finish(task: HostTask, given: TaskInput): Promise<TaskOutcome> {
    await task(given);
    return { kind: 'done' };
  }

  return {
    names: Object.keys(tasks),

    async run(name, { dueAt, payload, timeoutMs }) {
      const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
      if (task === undefined) return { kind: 'failed', reason: 'This host has no such task any more.' };
      const limit = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([limit, stopping.signal]);
      try {
        return await Promise.race([finish(task, { dueAt, payload, signal }), whenAborted(signal)]);
      } catch (error) {
        if (limit.aborted) return { kind: 'timed-out' };
        // An app may see that it failed; what an error of the host says is for the log.
        logger.error({ err: error, task }, 'a scheduled task failed');
        return { kind: 'failed', reason: 'The task failed; the log of the host says why.' };
      }
    },

    endAll: () => stopping.abort(),
  };
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}
