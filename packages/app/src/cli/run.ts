import type { Logger } from '@comptoir/core/kit/logger.js';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from '../commands/command.js';
import { type Config, readConfig } from '../config.js';
import { runCommand } from '../control/run-command.js';

/** What every command of the command line does alike: options, output, exit codes. */

export const EXIT = { done: 0, refused: 1, usage: 2 } as const;

/** Ends the command line with an exit code and a line on stderr. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT.refused) {
    super(message);
    this.exitCode = exitCode;
  }
}

export interface JsonOption {
  readonly json: boolean;
}

export function jsonOption(): Option {
  return new Option('--json', 'print JSON, for scripts').default(false);
}

/** Runs the command where the database is open and prints its answer. Throws `Refused`. */
export async function run(command: Command, args: unknown, json: boolean): Promise<void> {
  const faults = command.faultsOf(args);
  if (faults.length > 0) throw new Refused(faults.join('; '), EXIT.usage);
  await withLogger(processConfig(), async (config, logger) => {
    const answer = await runCommand(config, command, args, logger);
    if (!answer.ok) throw new Refused(`${answer.error}: ${answer.message}`);
    print(json, answer.result, () => command.print(answer.result));
    const complaint = command.complaintAbout(answer.result);
    if (complaint !== null) throw new Refused(complaint);
  });
}

export function print(json: boolean, result: unknown, toText: () => string): void {
  process.stdout.write(`${json ? JSON.stringify(result) : toText()}\n`);
}

/** A single command is quiet unless something is wrong: its answer is on stdout. */
export async function withLogger(config: Config, work: (config: Config, logger: Logger) => Promise<void>): Promise<void> {
  const { makePinoLogger } = await import('../adapters/pino-logger.js');
  const { logger, flush } = makePinoLogger(config.logLevel ?? 'warn');
  try {
    await work(config, logger);
  } finally {
    flush();
  }
}

export function processConfig(): Config {
  return readConfig(process.env, process.cwd());
}

export function readCount(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('Give a whole number from 1.');
  return Number(value);
}
