import type { OutgoingHttp } from '../kit/outgoing-http.js';
import type { StartedRun } from './claim-runs.js';
import type { ScheduledWork } from './schedule.js';
import type { RunOutcome } from './schedule-run.js';
import type { CommandOutcome, Commands, HostTasks, TaskOutcome } from './scheduled-work.js';

/** What runs are done with. */
export interface Performers {
  readonly outgoing: OutgoingHttp;
  /** Null: this host starts no programs. */
  readonly commands: Commands | null;
  readonly tasks: HostTasks;
}

/** Does what the schedule says, once. A failure is an outcome, and nothing is tried again: the next tick comes. Never rejects. */
export async function perform(performers: Performers, { run, schedule }: StartedRun): Promise<RunOutcome> {
  const { name, payload, timeoutSecs, work } = schedule;
  const told = `{"name":${JSON.stringify(name)},"due_at":"${run.dueAt.toISOString()}","payload":${payload}}`;
  const timeoutMs = timeoutSecs * 1000;
  switch (work.kind) {
    case 'handler_url':
      return callHandler(performers, { url: work.url, body: told, timeoutMs, requestId: run.id });
    case 'task':
      return outcomeOfTask(await performers.tasks.run(work.task, { dueAt: run.dueAt, payload: JSON.parse(payload), timeoutMs }));
    case 'command':
      return runCommand(performers, work, told, timeoutMs);
  }
}

interface HandlerCall {
  readonly url: string;
  readonly body: string;
  readonly timeoutMs: number;
  readonly requestId: string;
}

async function callHandler({ outgoing }: Performers, { requestId, ...call }: HandlerCall): Promise<RunOutcome> {
  const answer = await outgoing.post({ ...call, headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId } });
  switch (answer.kind) {
    case 'answered':
      return answer.status >= 200 && answer.status < 300
        ? { ...SUCCEEDED, httpStatus: answer.status }
        : { ...failed(`The handler answered ${answer.status}.`), httpStatus: answer.status };
    case 'timed-out':
      return TIMED_OUT;
    case 'forbidden':
    case 'unreachable':
      return failed(answer.reason);
  }
}

function outcomeOfTask(outcome: TaskOutcome): RunOutcome {
  switch (outcome.kind) {
    case 'done':
      return SUCCEEDED;
    case 'timed-out':
      return TIMED_OUT;
    case 'failed':
      return failed(outcome.reason);
  }
}

type CommandWork = Extract<ScheduledWork, { kind: 'command' }>;

async function runCommand({ commands }: Performers, work: CommandWork, input: string, timeoutMs: number): Promise<RunOutcome> {
  if (commands === null) return failed('This host does not start programs.');
  return outcomeOfCommand(await commands.run({ argv: work.argv, cwd: work.cwd, input, timeoutMs }));
}

function outcomeOfCommand(outcome: CommandOutcome): RunOutcome {
  switch (outcome.kind) {
    case 'exited':
      return { ...(outcome.code === 0 ? SUCCEEDED : failed(`The command ended with ${outcome.code}.`)), output: outcome.output };
    case 'killed':
      return { ...failed(`The command was ended by ${outcome.signal}.`), output: outcome.output };
    case 'timed-out':
      return { ...TIMED_OUT, output: outcome.output };
    case 'not-started':
      return failed(outcome.reason);
  }
}

const SUCCEEDED: RunOutcome = { status: 'succeeded', httpStatus: null, error: null, output: null };
const TIMED_OUT: RunOutcome = { status: 'timed_out', httpStatus: null, error: 'It took longer than its time limit.', output: null };

function failed(error: string): RunOutcome {
  return { status: 'failed', httpStatus: null, error, output: null };
}
