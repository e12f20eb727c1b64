import { text } from 'node:stream/consumers';
import { KEY_RIGHTS } from '@comptoir/core/api-keys/api-key.js';
import { LOCALES, TENANT_ROLES } from '@comptoir/core/identity/user.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import { PICKUP_STATUSES, type PickupStep } from '@comptoir/core/orders/order.js';
import { CommanderError, InvalidArgumentError, Option, Command as Program } from 'commander';
import { makePinoLogger } from './adapters/pino-logger.js';
import type { Command } from './commands/command.js';
import { demo, migrate } from './commands/database-commands.js';
import { createKey, listKeys, revokeKey } from './commands/key-commands.js';
import { listOrders, ORDER_STEPS } from './commands/order-commands.js';
import { listTokens, mintToken, revokeTokens } from './commands/token-commands.js';
import { createUser } from './commands/user-commands.js';
import { type Config, readConfig } from './config.js';
import { runCommand } from './control/run-command.js';
import { diagnose, printDiagnosis } from './doctor/doctor.js';
import { isPart, PARTS, type Part } from './parts.js';
import { serve } from './serve.js';
import { VERSION } from './version.js';

const EXIT = { done: 0, refused: 1, usage: 2 } as const;

/** Ends the command line with an exit code and a line on stderr. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT.refused) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs the command line; returns its exit code: 0 done, 1 refused, 2 wrongly used. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    await makeProgram().parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // Commander has said already what it had to say: help, the version, or how a command is used.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    process.stderr.write(`comptoir: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof Refused ? error.exitCode : EXIT.refused;
  }
}

function makeProgram(): Program {
  const program = new Program('comptoir')
    .description('An open, embeddable online till.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(see comptoir --help)');
  addServeCommands(program);
  addDatabaseCommands(program);
  addOrderCommands(program);
  addKeyCommands(program);
  addTokenCommands(program);
  addUserCommands(program);
  addDoctor(program);
  return program;
}

function addServeCommands(program: Program): void {
  program
    .command('serve')
    .description('start the server; prints one JSON line with its addresses when it is ready')
    .option('--demo', 'load the demonstration first', false)
    .addOption(new Option('--only <parts>', `start only these, separated by commas: ${PARTS.join(', ')}`).argParser(readParts))
    .action(({ demo, only = new Set(PARTS) }: { demo: boolean; only?: ReadonlySet<Part> }) => serve(processConfig(), { demo, only }));
  program
    .command('sdk')
    .description('start the loopback SDK and its workers alone')
    .action(() => serve(processConfig(), { demo: false, only: new Set<Part>(['sdk', 'worker']) }));
}

function addDatabaseCommands(program: Program): void {
  program
    .command('migrate')
    .description('bring the database up to date; a server does the same when it starts')
    .addOption(jsonOption())
    .action(({ json }: JsonOption) => run(migrate, {}, json));
  program
    .command('demo')
    .description('load the demonstration; what is there already stays')
    .addOption(jsonOption())
    .action(({ json }: JsonOption) => run(demo, {}, json));
}

const STEP_HELP: Readonly<Record<PickupStep, string>> = {
  accept: 'take a queued order on',
  reject: 'refuse a queued order',
  ready: 'say that an accepted order can be picked up',
  collect: 'say that a ready order was picked up',
  cancel: 'give up an order that is not picked up yet',
};

function addOrderCommands(program: Program): void {
  const orders = program.command('orders').description('the takeaway orders of an establishment');
  orders
    .command('list')
    .description('the orders, newest first')
    .requiredOption('--site <slug>', 'the establishment')
    .addOption(new Option('--status <status>', 'only orders in this state').choices(PICKUP_STATUSES))
    .option('--page <number>', 'which page, from 1', readCount)
    .option('--page-size <number>', 'orders per page, at most 100', readCount)
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(listOrders, args, json));
  for (const [step, command] of ORDER_STEPS) {
    orders
      .command(`${step} <order>`)
      .description(STEP_HELP[step])
      .option('--site <slug>', 'the establishment; needed for a short number')
      .option('--reason <text>', 'kept with the order')
      .addOption(jsonOption())
      .action((order: string, { json, ...args }: JsonOption) => run(command, { order, ...args }, json));
  }
  orders.addHelpText('after', "\nAn order goes by its id, or by the number called out at the counter (7 or 007) of today's service day.");
}

function addKeyCommands(program: Program): void {
  const keys = program.command('keys').description("the keys of an establishment's own tools (the keyed API)");
  keys
    .command('create')
    .description('make a key; it is shown this once')
    .requiredOption('--site <slug>', 'the establishment')
    .addOption(new Option('--scope <right>', 'what it may do').choices(KEY_RIGHTS).makeOptionMandatory())
    .requiredOption('--name <text>', 'what it is for')
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(createKey, args, json));
  keys
    .command('list')
    .description('the keys, newest first')
    .requiredOption('--site <slug>', 'the establishment')
    .option('--page <number>', 'which page, from 1', readCount)
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(listKeys, args, json));
  keys
    .command('revoke <id>')
    .description('end a key')
    .requiredOption('--site <slug>', 'the establishment')
    .addOption(jsonOption())
    .action((id: string, { json, ...args }: JsonOption) => run(revokeKey, { id, ...args }, json));
}

function addTokenCommands(program: Program): void {
  const tokens = program.command('tokens').description('tokens with which scripts act as a person');
  tokens
    .command('mint')
    .description('make a Bearer token; it is shown this once')
    .requiredOption('--email <address>', 'the person')
    .option('--site <slug>', 'the establishment it acts for')
    .option('--days <number>', 'how long it is valid, at most 30', readCount)
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(mintToken, args, json));
  tokens
    .command('list')
    .description('the tokens of a person that are still valid')
    .requiredOption('--email <address>', 'the person')
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(listTokens, args, json));
  tokens
    .command('revoke [id]')
    .description('end a token of a person, or all of them')
    .requiredOption('--email <address>', 'the person')
    .addOption(jsonOption())
    .action((id: string | undefined, { json, ...args }: JsonOption) => run(revokeTokens, { id, ...args }, json));
}

function addUserCommands(program: Program): void {
  const users = program.command('users').description('people who can sign in');
  users
    .command('create')
    .description('make a person, such as the first administrator of an installation')
    .requiredOption('--email <address>', 'how they sign in')
    .requiredOption('--name <text>', 'what they are called')
    .addOption(new Option('--locale <locale>', 'the language of their mails').choices(LOCALES))
    .option('--password-stdin', 'read the password from standard input; without one they sign in through a provider or set one by mail')
    .option('--super-admin', 'they act across organisations')
    .option('--organisation <name>', 'make an organisation that they own')
    .option('--tenant <id>', 'give them a role in this organisation')
    .option('--site <slug>', 'give them a role at this establishment')
    .addOption(new Option('--role <role>', 'which role').choices(TENANT_ROLES))
    .addOption(jsonOption())
    .action(async ({ json, passwordStdin, ...args }: JsonOption & { passwordStdin?: true }) =>
      run(createUser, passwordStdin === undefined ? args : { ...args, password: await readLine() }, json),
    );
}

function addDoctor(program: Program): void {
  program
    .command('doctor')
    .description('check what a server needs on this machine, and say what to do')
    .addOption(jsonOption())
    .action(({ json }: JsonOption) =>
      withLogger(processConfig(), async (config, logger) => {
        const diagnosis = await diagnose(config, logger);
        print(json, diagnosis, () => printDiagnosis(diagnosis));
        if (!diagnosis.ok) throw new Refused('something a server needs is missing');
      }),
    );
}

interface JsonOption {
  readonly json: boolean;
}

function jsonOption(): Option {
  return new Option('--json', 'print JSON, for scripts').default(false);
}

async function run(command: Command, args: unknown, json: boolean): Promise<void> {
  const faults = command.faultsOf(args);
  if (faults.length > 0) throw new Refused(faults.join('; '), EXIT.usage);
  await withLogger(processConfig(), async (config, logger) => {
    const answer = await runCommand(config, command, args, logger);
    if (!answer.ok) throw new Refused(`${answer.error}: ${answer.message}`);
    print(json, answer.result, () => command.print(answer.result));
  });
}

function print(json: boolean, result: unknown, toText: () => string): void {
  process.stdout.write(`${json ? JSON.stringify(result) : toText()}\n`);
}

/** A single command is quiet unless something is wrong: its answer is on stdout. */
async function withLogger(config: Config, work: (config: Config, logger: Logger) => Promise<void>): Promise<void> {
  const { logger, flush } = makePinoLogger(config.logLevel ?? 'warn');
  try {
    await work(config, logger);
  } finally {
    flush();
  }
}

function processConfig(): Config {
  return readConfig(process.env, process.cwd());
}

function readParts(value: string): ReadonlySet<Part> {
  const names = value.split(',').map((name) => name.trim());
  const parts = names.filter(isPart);
  if (parts.length < names.length) throw new InvalidArgumentError(`Choose from ${PARTS.join(', ')}.`);
  return new Set(parts);
}

/** The first line of standard input. */
async function readLine(): Promise<string> {
  return (await text(process.stdin)).split('\n', 1)[0]?.replace(/\r$/, '') ?? '';
}

function readCount(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('Give a whole number from 1.');
  return Number(value);
}
