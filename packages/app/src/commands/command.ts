import type { Database } from '@comptoir/adapters-db/database.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Passwords } from '@comptoir/core/kit/passwords.js';
import { issuesOf, parse } from '@comptoir/core/kit/validate.js';
import type { Services } from '@comptoir/core/services.js';
import { z } from 'zod';

/** What a command works on, whichever process runs it. */
export interface CommandContext {
  readonly services: Services;
  readonly database: Database;
  readonly passwords: Passwords;
  readonly production: boolean;
  /** Tells whoever waits for the command how far it is, in one line. */
  readonly progress: (line: string) => void;
}

/**
 * An operation of the command line. It runs where the database is open: in the process that was asked, or in the server that
 * holds the embedded database. So arguments and results are JSON, and both ends read them through the same contracts.
 */
export interface Command {
  readonly name: string;
  /** False: it also works on a database whose schema is not up to date. */
  readonly needsSchema: boolean;
  /** The faults of the arguments, one sentence each; none when they are right. */
  faultsOf(args: unknown): readonly string[];
  run(context: CommandContext, args: unknown): Promise<unknown>;
  /** The result as a person reads it, without a final newline. */
  print(result: unknown): string;
  /** What the command line ends with 1 for, although the command was done: it looked for faults, and found some. */
  complaintAbout(result: unknown): string | null;
}

interface CommandSpec<Args extends z.ZodType, Result extends z.ZodType> {
  readonly name: string;
  readonly needsSchema?: boolean;
  readonly args: Args;
  readonly result: Result;
  run(context: CommandContext, args: z.output<Args>): Promise<z.input<Result>>;
  print(result: z.output<Result>): string;
  complaint?(result: z.output<Result>): string | null;
}

/** Declares a command; the types of `run` and `print` come from the two contracts. */
export function defineCommand<Args extends z.ZodType, Result extends z.ZodType>(spec: CommandSpec<Args, Result>): Command {
  return {
    name: spec.name,
    needsSchema: spec.needsSchema ?? true,
    faultsOf(args) {
      const { error } = spec.args.safeParse(args);
      return error === undefined ? [] : issuesOf(error).map(({ path, message }) => `${path}: ${message}`);
    },
    run: async (context, args) => spec.result.parse(await spec.run(context, parse(spec.args, args))),
    print: (result) => spec.print(spec.result.parse(result)),
    complaintAbout: (result) => spec.complaint?.(spec.result.parse(result)) ?? null,
  };
}

/** How a command ended, as it travels from a server to the command line. */
export const commandAnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.string(), message: z.string() }),
]);

export type CommandAnswer = z.output<typeof commandAnswerSchema>;

/** Runs the command. A refusal is an answer; anything unexpected is logged and answered as `internal`. */
export async function answerCommand(command: Command, context: CommandContext, args: unknown, logger: Logger): Promise<CommandAnswer> {
  try {
    return { ok: true, result: await command.run(context, args) };
  } catch (error) {
    if (error instanceof DomainError) return refusalOf(error);
    logger.error({ err: error, command: command.name }, 'command failed');
    return refusalOf(new DomainError('internal'));
  }
}

function refusalOf({ code, message, issues }: DomainError): CommandAnswer {
  const details = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
  return { ok: false, error: code, message: details === '' ? message : `${message} (${details})` };
}
