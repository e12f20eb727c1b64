import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Command, CommandOutcome, Commands } from '@comptoir/core/scheduler/scheduled-work.js';
import { makeOutputTail } from './output-tail.js';
import { makeWorkDirectories } from './work-directories.js';

export interface SpawnedCommandsOptions {
  /** Where programs may work; absolute. */
  readonly roots: readonly string[];
  /** All that a program gets to see of the environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Signals every process of a group; one that is gone already is no fault. */
  readonly signalGroup: (groupId: number, signal: 'SIGTERM' | 'SIGKILL') => void;
}

const OUTPUT_BYTES_MAX = 8192;
/** How long a program that was told to end may tidy up. */
const GRACE_MS = 2000;

/** Programs as processes of their own group, so that they end together with what they started. */
export function makeSpawnedCommands({ roots, environment, signalGroup }: SpawnedCommandsOptions): Commands {
  const directories = makeWorkDirectories(roots);
  const running = new Set<RunningProgram>();

  return {
    async directoryFault(cwd) {
      const directory = await directories.resolve(cwd);
      return 'fault' in directory ? directory.fault : null;
    },

    async run(command) {
      const directory = await directories.resolve(command.cwd);
      if ('fault' in directory) return { kind: 'not-started', reason: `The working directory: ${directory.fault}` };
      try {
        const program = startProgram(command, { cwd: directory.path, env: environment }, signalGroup);
        running.add(program);
        return await program.ended.finally(() => running.delete(program));
      } catch (error) {
        // What the system refuses at once, such as arguments that are too long for it, is thrown.
        return notStarted(error);
      }
    },

    endAll() {
      for (const program of running) program.end();
    },
  };
}

interface RunningProgram {
  readonly ended: Promise<CommandOutcome>;
  /** Tells it to end, and after a while ends it. */
  end(): void;
}

type SignalGroup = SpawnedCommandsOptions['signalGroup'];

function startProgram({ argv, input, timeoutMs }: Command, options: SpawnOptions, signalGroup: SignalGroup): RunningProgram {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { ...options, shell: false, detached: true, stdio: 'pipe' });
  const output = makeOutputTail(OUTPUT_BYTES_MAX);
  const signal = (name: 'SIGTERM' | 'SIGKILL') => {
    if (child.pid !== undefined) signalGroup(child.pid, name);
  };
  let killing: NodeJS.Timeout | undefined;
  const end = () => {
    signal('SIGTERM');
    killing ??= setTimeout(() => signal('SIGKILL'), GRACE_MS);
  };
  let timedOut = false;
  const limit = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutMs);

  child.stdout?.on('data', output.add);
  child.stderr?.on('data', output.add);
  // A program need not read what it is given.
  child.stdin?.on('error', () => undefined).end(input);

  // What it leaves behind would hold on to its output, and go on without anybody knowing.
  child.once('exit', () => signal('SIGKILL'));
  const ended = exitOf(child).then((exit): CommandOutcome => {
    clearTimeout(limit);
    clearTimeout(killing);
    child.stdout?.destroy();
    child.stderr?.destroy();
    if ('error' in exit) return notStarted(exit.error);
    if (timedOut) return { kind: 'timed-out', output: output.text() };
    if (exit.code === null) return { kind: 'killed', signal: exit.signal ?? 'a signal', output: output.text() };
    return { kind: 'exited', code: exit.code, output: output.text() };
  });
  return { ended, end };
}

function notStarted(error: unknown): CommandOutcome {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return { kind: 'not-started', reason: `The program could not be started (${code}).` };
}

type Exit = { readonly code: number | null; readonly signal: string | null } | { readonly error: unknown };

/** How the program ended, once what it wrote has been read. */
function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ error }));
    child.once('close', (code, signal) => resolve({ code, signal }));
    // A process that has left the group can hold the output open for ever.
    child.once('exit', (code, signal) => setTimeout(() => resolve({ code, signal }), STRAGGLER_MS));
  });
}

/** How long output that is still on its way is waited for once a program has ended. */
const STRAGGLER_MS = 500;
