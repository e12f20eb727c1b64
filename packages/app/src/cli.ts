import { ORDER_STATUSES } from '@comptoir/core/orders/order.js';
import { CommanderError, InvalidArgumentError, Option, Command as Program } from 'commander';
import { addKeyCommands, addTokenCommands, addUserCommands } from './cli/access-commands.js';
import { addExportCommands } from './cli/export-commands.js';
import { addJournalCommands } from './cli/journal-commands.js';
import { addLinkCommands } from './cli/link-commands.js';
import { EXIT, type JsonOption, jsonOption, print, processConfig, Refused, readCount, run, withLogger } from './cli/run.js';
import { addStockCommands } from './cli/stock-commands.js';
import { addShopCommands } from './cli/sync-commands.js';
import { demo, migrate } from './commands/database-commands.js';
import { type CounterStep, listOrders, ORDER_STEPS } from './commands/order-commands.js';
import { isPart, PARTS, type Part } from './parts.js';
import { VERSION } from './version.js';

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
  addStockCommands(program);
  addExportCommands(program);
  addJournalCommands(program);
  addShopCommands(program);
  addLinkCommands(program);
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
    .action(({ demo, only = new Set(PARTS) }: { demo: boolean; only?: ReadonlySet<Part> }) => startServing({ demo, only }));
  program
    .command('sdk')
    .description('start the loopback SDK and its workers alone')
    .action(() => startServing({ demo: false, only: new Set<Part>(['sdk', 'worker']) }));
}

/** What a server is made of is loaded by those commands only that are one. */
async function startServing(options: { readonly demo: boolean; readonly only: ReadonlySet<Part> }): Promise<void> {
  const config = processConfig();
  const { serve } = await import('./serve.js');
  await serve(config, options);
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

const STEP_HELP: Readonly<Record<CounterStep, string>> = {
  accept: 'take a queued order on',
  reject: 'refuse a queued order',
  ready: 'say that an accepted order can be picked up',
  collect: 'say that a ready order was picked up',
  cancel: 'give up an order that is not handed over yet',
  seal: 'hand an order over, picked up or delivered: its goods leave the stock',
};

function addOrderCommands(program: Program): void {
  const orders = program.command('orders').description('the orders of an establishment');
  orders
    .command('list')
    .description('the orders, newest first')
    .requiredOption('--site <slug>', 'the establishment')
    .addOption(new Option('--status <status>', 'only orders in this state').choices(ORDER_STATUSES))
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

function addDoctor(program: Program): void {
  program
    .command('doctor')
    .description('check what a server needs on this machine, and say what to do')
    .addOption(jsonOption())
    .action(({ json }: JsonOption) =>
      withLogger(processConfig(), async (config, logger) => {
        const { diagnose, printDiagnosis } = await import('./doctor/doctor.js');
        const diagnosis = await diagnose(config, logger);
        print(json, diagnosis, () => printDiagnosis(diagnosis));
        if (!diagnosis.ok) throw new Refused('something a server needs is missing');
      }),
    );
}

function readParts(value: string): ReadonlySet<Part> {
  const names = value.split(',').map((name) => name.trim());
  const parts = names.filter(isPart);
  if (parts.length < names.length) throw new InvalidArgumentError(`Choose from ${PARTS.join(', ')}.`);
  return new Set(parts);
}
