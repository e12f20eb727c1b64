import { text } from 'node:stream/consumers';
import { SESSION_DAYS } from '@comptoir/core/identity/session.js';
import { LOCALES, TENANT_ROLES } from '@comptoir/core/identity/user.js';
import { Option, type Command as Program } from 'commander';
import { createKey, KEY_SCOPES, listKeys, revokeKey } from '../commands/key-commands.js';
import { listTokens, mintToken, revokeTokens } from '../commands/token-commands.js';
import { createUser } from '../commands/user-commands.js';
import { EXIT, type JsonOption, jsonOption, Refused, readCount, run } from './run.js';

const SITE = ['--site <slug>', 'the establishment'] as const;
const EMAIL = ['--email <address>', 'whose'] as const;

export function addKeyCommands(keys: Program): void {
  keys
    .command('create')
    .description('make a key and print it, this once')
    .requiredOption(...SITE)
    .addOption(new Option('--scope <scope>', 'what it may do').choices(KEY_SCOPES).makeOptionMandatory())
    .requiredOption('--name <text>', 'what it is for')
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(createKey, args, json));
  keys
    .command('list')
    .description('the keys, newest first')
    .requiredOption(...SITE)
    .addOption(devicesOption())
    .option('--page <number>', 'which page, from 1', readCount)
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(listKeys, args, json));
  keys
    .command('revoke <id>')
    .description('end a key at once')
    .requiredOption(...SITE)
    .addOption(devicesOption())
    .addOption(jsonOption())
    .action((id: string, { json, ...args }: JsonOption) => run(revokeKey, { id, ...args }, json));
}

const devicesOption = () => new Option('--scope <scope>', 'of devices at gates, which are kept apart').choices(['device']);

export function addTokenCommands(tokens: Program): void {
  tokens
    .command('mint')
    .description('make a Bearer token and print it, this once')
    .requiredOption(...EMAIL)
    .option('--site <slug>', 'the establishment it acts for; else the organisation of the person, when they have one only')
    .option('--days <number>', `how long it is valid, at most ${SESSION_DAYS} days`, readCount)
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(mintToken, args, json));
  tokens
    .command('list')
    .description('the tokens that are valid')
    .requiredOption(...EMAIL)
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(listTokens, args, json));
  tokens
    .command('revoke [id]')
    .description('end a token at once, or all of them')
    .requiredOption(...EMAIL)
    .addOption(jsonOption())
    .action((id: string | undefined, { json, ...args }: JsonOption) => run(revokeTokens, { id, ...args }, json));
}

interface UserOptions extends JsonOption {
  readonly passwordStdin?: true;
}

export function addUserCommands(users: Program): void {
  users
    .command('create')
    .description('make a person, such as the first administrator of an installation')
    .requiredOption('--email <address>', 'what they sign in with')
    .requiredOption('--name <text>', 'how they are called')
    .addOption(new Option('--locale <locale>', 'their language').choices(LOCALES))
    .option('--password-stdin', 'read their password from standard input; without one they ask for it where people sign in')
    .option('--super-admin', 'they act across organisations')
    .option('--organisation <name>', 'make an organisation that they own')
    .option('--tenant <id>', 'an organisation they get a role in')
    .option('--site <slug>', 'an establishment they get a role at')
    .addOption(new Option('--role <role>', 'with --tenant or --site').choices(TENANT_ROLES))
    .addOption(jsonOption())
    .action(async ({ json, passwordStdin, ...args }: UserOptions) => {
      const password = passwordStdin ? { password: await passwordFromStdin() } : {};
      await run(createUser, { ...args, ...password }, json);
    });
}

/** A password on the command line would be in the history of the shell, and visible to everybody on the machine. */
async function passwordFromStdin(): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (password === '') throw new Refused('There is no password on standard input.', EXIT.usage);
  return password;
}
