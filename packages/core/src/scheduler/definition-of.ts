import { DomainError } from '../kit/errors.js';
import { splitCommand } from './command-line.js';
import type { ScheduleDefinition, ScheduledWork } from './schedule.js';
import type { RegisterInput } from './scheduler-contract.js';

/** The schedule that a call asks for. Throws `invalid_request` when its command cannot be split. */
export function definitionOf(input: RegisterInput): ScheduleDefinition {
  return {
    name: input.name,
    // Spaces have no meaning; without them the same times are the same text.
    cron: (input.schedule ?? input.cron ?? '').trim().replace(/\s+/g, ' '),
    timezone: input.timezone,
    work: workOf(input),
    payload: JSON.stringify(input.payload),
    timeoutSecs: input.timeout_secs,
    catchupSecs: input.catchup_secs,
    overlap: input.overlap,
    enabled: input.enabled,
  };
}

function workOf({ handler_url, task, command, cwd }: RegisterInput): ScheduledWork {
  if (handler_url !== undefined) return { kind: 'handler_url', url: handler_url };
  if (task !== undefined) return { kind: 'task', task };
  return { kind: 'command', argv: argvOf(command ?? []), cwd: cwd ?? null };
}

function argvOf(command: string | readonly string[]): readonly string[] {
  if (typeof command !== 'string') return command;
  const split = splitCommand(command);
  const fault = 'fault' in split ? split.fault : split.argv.length === 0 ? 'Names no program.' : null;
  if ('argv' in split && fault === null) return split.argv;
  throw new DomainError('invalid_request', { issues: [{ path: 'command', message: fault ?? 'Names no program.' }] });
}
