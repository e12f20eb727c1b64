import { CommanderError, Command as Program } from 'commander';
import { VERSION } from './version.js';

/** Runs the command line; returns its exit code: 0 done, 1 refused, 2 wrongly used. */
export async function main(args: readonly string[]): Promise<number> {
  const { EXIT, Refused } = await import('./cli/run.js');
  try {
    const program = await makeProgram(args);
    await program.parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // Commander has said already what it had to say: help, the version, or how a command is used.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    process.stderr.write(`comptoir: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof Refused ? error.exitCode : EXIT.refused;
  }
}

/** A command of the top level, or a group of commands. */
interface Group {
  readonly name: string;
  readonly description: string;
  /** Gives the group its options and commands. */
  load(): Promise<(group: Program) => void>;
}

/** In the order of the help. What belongs to a group is loaded when it is called: the others would double the time a command takes. */
const GROUPS: readonly Group[] = [
  {
    name: 'serve',
    description: 'start the server; prints one JSON line with its addresses when it is ready',
    load: async () => (await import('./cli/serve-commands.js')).addServe,
  },
  {
    name: 'sdk',
    description: 'start the loopback SDK, the edge and their workers alone',
    load: async () => (await import('./cli/serve-commands.js')).addSdk,
  },
  {
    name: 'migrate',
    description: 'bring the database up to date; a server does the same when it starts',
    load: async () => (await import('./cli/database-commands.js')).addMigrate,
  },
  {
    name: 'demo',
    description: 'load the demonstration; what is there already stays',
    load: async () => (await import('./cli/database-commands.js')).addDemo,
  },
  {
    name: 'orders',
    description: 'the orders of an establishment',
    load: async () => (await import('./cli/order-commands.js')).addOrderCommands,
  },
  {
    name: 'stock',
    description: 'the stock of an establishment',
    load: async () => (await import('./cli/stock-commands.js')).addStockCommands,
  },
  {
    name: 'export',
    description: 'write every record of an establishment, as lines of JSON',
    load: async () => (await import('./cli/export-commands.js')).addExport,
  },
  {
    name: 'import',
    description: 'take in an establishment that was exported, all of it or nothing',
    load: async () => (await import('./cli/export-commands.js')).addImport,
  },
  {
    name: 'journal',
    description: 'the fiscal journal of an establishment',
    load: async () => (await import('./cli/journal-commands.js')).addJournalCommands,
  },
  {
    name: 'sync',
    description: 'bring what changed in the online shop here: orders of 40 days, products of a day, or everything',
    load: async () => (await import('./cli/sync-commands.js')).addSync,
  },
  {
    name: 'shops',
    description: 'the online shops that establishments are connected to',
    load: async () => (await import('./cli/sync-commands.js')).addShopCommands,
  },
  {
    name: 'links',
    description: 'signed links between online shops and the till (/api/sync)',
    load: async () => (await import('./cli/link-commands.js')).addLinkCommands,
  },
  {
    name: 'keys',
    description: 'the keys of an establishment for the keyed API, and of its devices at gates',
    load: async () => (await import('./cli/access-commands.js')).addKeyCommands,
  },
  {
    name: 'tokens',
    description: 'tokens for scripts that call the platform as a person',
    load: async () => (await import('./cli/access-commands.js')).addTokenCommands,
  },
  {
    name: 'users',
    description: 'the people who sign in',
    load: async () => (await import('./cli/access-commands.js')).addUserCommands,
  },
  {
    name: 'doctor',
    description: 'check what a server needs on this machine, and say what to do',
    load: async () => (await import('./cli/doctor-command.js')).addDoctor,
  },
];

/** The groups that are named are whole; of the others there is what the help says. */
async function makeProgram(args: readonly string[]): Promise<Program> {
  const program = new Program('comptoir')
    .description('An open, embeddable online till.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(see comptoir --help)');
  for (const { name, description, load } of GROUPS) {
    const group = program.command(name).description(description);
    if (args.includes(name)) (await load())(group);
  }
  return program;
}
