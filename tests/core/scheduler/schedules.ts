import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { definitionOf } from '@comptoir/core/scheduler/definition-of.js';
import type { Schedule, ScheduleDefinition } from '@comptoir/core/scheduler/schedule.js';
import type { ScheduleRun } from '@comptoir/core/scheduler/schedule-run.js';
import { registerInput } from '@comptoir/core/scheduler/scheduler-contract.js';
import type { ServiceDeps } from '@comptoir/core/service-deps.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { freshName } from '../../suites/builders.js';
import { type Handlers, someHandlers } from '../../support/handlers.js';
import { aBench, type Bench } from '../support.js';

export const HANDLER = 'https://app.example/tick';

/** A process with a scheduler, at noon, and an app of its own. */
export interface SchedulerBench extends Bench {
  readonly appId: string;
  readonly handlers: Handlers;
  /** Registers a schedule of every minute, or what the changes say. */
  register(changes?: Record<string, unknown>): Promise<Schedule>;
  /** Moves the clock and gives the ticker its turns, until nothing is due; waits for what was started unless it is held. */
  pass(secs: number): Promise<void>;
  /** All recorded runs of a schedule, earliest due first. */
  runs(name?: string): Promise<readonly ScheduleRun[]>;
}

export function aScheduler(persistence: Persistence = makeMemoryPersistence(), changes: Partial<ServiceDeps> = {}): SchedulerBench {
  const handlers = someHandlers();
  const bench = aBench(persistence, { outgoing: handlers, ...changes });
  const { scheduler, ticker } = bench.services;
  const appId = freshName('app');
  return {
    ...bench,
    appId,
    handlers,
    register: (fields = {}) => scheduler.register(appId, definition(fields)),
    async pass(secs) {
      bench.clock.advance(secs * 1000);
      while ((await ticker.turn()).more);
      await settled();
    },
    runs: async (name = 'news') => [...(await scheduler.runs(appId, name, { limit: 200 })).items].reverse(),
  };
}

/** What a call with these fields asks for; left out, it is a handler called every minute. */
export function definition(fields: Record<string, unknown>): ScheduleDefinition {
  const work = 'task' in fields || 'command' in fields ? {} : { handler_url: HANDLER };
  const times = 'cron' in fields ? {} : { schedule: '* * * * *' };
  return definitionOf(registerInput.parse({ name: 'news', ...work, ...times, ...fields }));
}

/** Lets everything happen that waits for nothing but its turn. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
