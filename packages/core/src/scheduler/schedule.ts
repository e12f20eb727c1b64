/** What is done when a schedule is due. */
export type ScheduledWork =
  | { readonly kind: 'handler_url'; readonly url: string }
  /** A named task of the host. */
  | { readonly kind: 'task'; readonly task: string }
  /** A program with its arguments, without a shell. `cwd` is absolute; null: the first allowed root. */
  | { readonly kind: 'command'; readonly argv: readonly string[]; readonly cwd: string | null };

/** What an app asks for: all of a schedule that it decides on. */
export interface ScheduleDefinition {
  /** Unique within the app. */
  readonly name: string;
  readonly cron: string;
  /** IANA name. */
  readonly timezone: string;
  readonly work: ScheduledWork;
  /** JSON text, sent as it was given. */
  readonly payload: string;
  readonly timeoutSecs: number;
  /** How late a tick may start; 0: only about on time. */
  readonly catchupSecs: number;
  /** Whether a tick starts while an earlier one still runs. */
  readonly overlap: boolean;
  readonly enabled: boolean;
}

export interface Schedule extends ScheduleDefinition {
  readonly id: string;
  readonly appId: string;
  /** The next tick; null while it is disabled, or when no time is left. */
  readonly nextRunAt: Date | null;
  readonly createdAt: Date;
}

const DEFINED: readonly (keyof ScheduleDefinition)[] = [
  'name',
  'cron',
  'timezone',
  'work',
  'payload',
  'timeoutSecs',
  'catchupSecs',
  'overlap',
  'enabled',
];

/** Whether the schedule is already as asked for. */
export function isAsDefined(schedule: Schedule, wanted: ScheduleDefinition): boolean {
  return DEFINED.every((field) => sameValue(schedule[field], wanted[field]));
}

/** Whether the schedule has the times that are asked for, so that its next tick stays. */
export function hasTimesOf(schedule: Schedule, wanted: ScheduleDefinition): boolean {
  return schedule.cron === wanted.cron && schedule.timezone === wanted.timezone && schedule.enabled === wanted.enabled;
}

function sameValue(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) return left === right;
  const names = Object.keys(left);
  const of = (value: object) => new Map<string, unknown>(Object.entries(value));
  return names.length === Object.keys(right).length && names.every((name) => sameValue(of(left).get(name), of(right).get(name)));
}
