/** What schedules may start besides calls over HTTP, as ports. */

/** Tasks of the host itself, by name. */
export interface HostTasks {
  readonly names: readonly string[];
  /** Runs it. Never rejects. */
  run(task: string, call: TaskCall): Promise<TaskOutcome>;
  /** Tells everything that runs to end. */
  endAll(): void;
}

export interface TaskCall {
  readonly dueAt: Date;
  /** What the schedule was registered with. */
  readonly payload: unknown;
  readonly timeoutMs: number;
}

export type TaskOutcome =
  | { readonly kind: 'done' }
  /** It was told to end, and is not waited for. */
  | { readonly kind: 'timed-out' }
  /** `reason` is for the app that registered the schedule. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Programs of this machine, started without a shell. */
export interface Commands {
  /** Runs it to its end, with everything it started. Never rejects. */
  run(command: Command): Promise<CommandOutcome>;
  /** Why this directory cannot be worked in: not there, or under no allowed root. Null when it can. */
  directoryFault(cwd: string): Promise<string | null>;
  /** Ends everything that runs. */
  endAll(): void;
}

export interface Command {
  readonly argv: readonly string[];
  /** Absolute; null: the first allowed root. */
  readonly cwd: string | null;
  /** What it reads. */
  readonly input: string;
  readonly timeoutMs: number;
}

/** `output`: the end of what it wrote. */
export type CommandOutcome =
  | { readonly kind: 'exited'; readonly code: number; readonly output: string }
  /** Ended from outside, by the signal of this name. */
  | { readonly kind: 'killed'; readonly signal: string; readonly output: string }
  | { readonly kind: 'timed-out'; readonly output: string }
  /** It never ran. `reason` holds no more than a system's error code. */
  | { readonly kind: 'not-started'; readonly reason: string };
