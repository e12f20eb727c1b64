/** A tick of a schedule, or a run somebody asked for, and what came of it. Its states are drawn in `STATES.md`. */

export const RUN_STATUSES = [
  /** Asked for, and waiting for a worker. */
  'queued',
  'running',
  'succeeded',
  'failed',
  'timed_out',
  /** Its worker died, and it was too late to start again. */
  'lost',
  /** Nobody was there to start it while it could still be started. */
  'skipped_missed',
  /** An earlier run had not ended. */
  'skipped_overlap',
] as const;

export type RunStatus = (typeof RUN_STATUSES)[number];

/** Of ticks that were recorded instead of started. */
export const SKIPPED = ['skipped_missed', 'skipped_overlap'] as const satisfies readonly RunStatus[];

/** How a run that was started ends. */
export interface RunOutcome {
  readonly status: 'succeeded' | 'failed' | 'timed_out';
  /** What the handler answered with; null where nothing was called, or nothing answered. */
  readonly httpStatus: number | null;
  /** For people; holds no address. */
  readonly error: string | null;
  /** The end of what a command wrote. */
  readonly output: string | null;
}

export interface ScheduleRun {
  readonly scheduleId: string;
  /** Together with the schedule it is the key: what makes a tick unique. */
  readonly dueAt: Date;
  /** Sent along as `X-Request-Id`; the same when the run is started again. */
  readonly id: string;
  readonly trigger: 'schedule' | 'now';
  readonly status: RunStatus;
  /** How often it was started. Tells the worker that has it from one that has lost it. */
  readonly attempts: number;
  /** Who has it; null while it is not running. */
  readonly worker: string | null;
  /** Until when the worker is believed to live; of a queued run, since when it waits. Null when nothing is to come. */
  readonly leaseUntil: Date | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly output: string | null;
  /** Of a skipped run, how many ticks it stands for; `SKIPPED_COUNTED_MAX` stands for that many or more. */
  readonly skipped: number;
}

/** A run that has just begun to exist. */
export function newRun(given: Pick<ScheduleRun, 'scheduleId' | 'dueAt' | 'id' | 'status'> & Partial<ScheduleRun>): ScheduleRun {
  return {
    trigger: 'schedule',
    attempts: 0,
    worker: null,
    leaseUntil: null,
    startedAt: null,
    endedAt: null,
    httpStatus: null,
    error: null,
    output: null,
    skipped: 0,
    ...given,
  };
}
