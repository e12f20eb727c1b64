import { z } from 'zod';
import { type AnySdkCall, defineSdkCall } from '../sdk/sdk-call.js';
import { definitionOf } from './definition-of.js';
import { presentEntry, presentRuns } from './present-schedule.js';
import { listOutput, nameInput, registeredOutput, registerInput, runsInput, runsOutput } from './scheduler-contract.js';

const tag = 'Scheduler';

const register = defineSdkCall({
  method: 'POST',
  path: '/scheduler/register',
  tag,
  name: 'scheduler-register',
  summary: 'Registers a schedule, or makes the one of this name as sent.',
  description: `Send \`schedule\` (or \`cron\`): five fields, or six with seconds first, in \`timezone\`. Nicknames such as \`@daily\`, dates, years and \`?\` are refused, and so is a time that never comes.

What is due is one of \`handler_url\` (a POST of \`{name, due_at, payload}\`; 2xx is success, and nothing is tried again), \`task\` (a named task of the host) and \`command\` (a program without a shell, where the host allows it; the same JSON is what it reads).

A tick runs once, whatever number of processes there are. When it could not start in time, the latest one within \`catchup_secs\` still does, once. A run whose process dies is started again within \`catchup_secs\`, with the same \`X-Request-Id\`, so a handler that must not act twice goes by that or by \`due_at\`; with \`catchup_secs: 0\` it is never started again.`,
  input: registerInput,
  output: registeredOutput,
  errors: ['commands_disabled', 'too_many_schedules'],
  async run({ appId, services }, input) {
    const { name, nextRunAt, enabled } = await services.scheduler.register(appId, definitionOf(input));
    return { name, next_run_at: nextRunAt?.toISOString() ?? null, enabled };
  },
});

const list = defineSdkCall({
  method: 'GET',
  path: '/scheduler/list',
  tag,
  name: 'scheduler-list',
  summary: 'All schedules of the app, by name.',
  input: z.strictObject({}),
  output: listOutput,
  errors: [],
  run: async ({ appId, services }) => ({ entries: (await services.scheduler.list(appId)).map(presentEntry) }),
});

const cancel = defineSdkCall({
  method: 'POST',
  path: '/scheduler/cancel',
  tag,
  name: 'scheduler-cancel',
  summary: 'Forgets a schedule and its runs; one that is running goes on to its end.',
  input: nameInput,
  output: z.object({ name: z.string(), cancelled: z.boolean() }),
  errors: [],
  run: async ({ appId, services }, { name }) => ({ name, cancelled: await services.scheduler.cancel(appId, name) }),
});

const runNow = defineSdkCall({
  method: 'POST',
  path: '/scheduler/run_now',
  tag,
  name: 'scheduler-run-now',
  summary: 'Has a schedule run at once, also while it is disabled.',
  description: 'Answers before it has run; look for `due_at` in `/scheduler/runs`. Its next tick stays as it is.',
  input: nameInput,
  output: z.object({ name: z.string(), due_at: z.iso.datetime() }),
  errors: ['unknown_schedule', 'already_running'],
  run: async ({ appId, services }, { name }) => ({ name, due_at: (await services.scheduler.runNow(appId, name)).dueAt.toISOString() }),
});

const runs = defineSdkCall({
  method: 'POST',
  path: '/scheduler/runs',
  tag,
  name: 'scheduler-runs',
  summary: 'The runs of a schedule, latest due first.',
  description: 'Kept for 30 days, and at most the latest 1,000.',
  input: runsInput,
  output: runsOutput,
  errors: ['unknown_schedule'],
  run: async ({ appId, services }, { name, ...page }) => presentRuns(await services.scheduler.runs(appId, name, page)),
});

/** The scheduler for apps on this machine (interfaces C). */
export const schedulerCalls: readonly AnySdkCall[] = [register, list, cancel, runNow, runs];
