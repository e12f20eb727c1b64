import { GRACE_HOURS } from '@comptoir/core/links/grace-hours.js';
import { InvalidArgumentError, type Command as Program } from 'commander';
import type { Command } from '../commands/command.js';
import { createLink, disableLink, enableLink, listLinks, revokeLink, rotateLink, testLink } from '../commands/link-commands.js';
import { type JsonOption, jsonOption, run } from './run.js';

const SITE = ['--site <slug>', 'the establishment'] as const;

export function addLinkCommands(links: Program): void {
  links
    .command('create')
    .description('link a shop to the till and print its id and its secret, this once')
    .requiredOption(...SITE)
    .requiredOption('--name <text>', 'which shop it is')
    .option('--url <address>', 'where the till sends sales and refunds')
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(createLink, args, json));
  links
    .command('list')
    .description('the links, oldest first')
    .requiredOption(...SITE)
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(listLinks, args, json));
  links
    .command('rotate <id>')
    .description('give a link a new secret and print it, this once; the one before is good for a while')
    .requiredOption(...SITE)
    .option(
      '--grace-hours <number>',
      `how long the secret before is good; ${GRACE_HOURS.default} unless told, 0 ends it at once`,
      readHours,
    )
    .addOption(jsonOption())
    .action((id: string, { json, ...args }: JsonOption) => run(rotateLink, { id, ...args }, json));
  const switches: readonly (readonly [string, string, Command])[] = [
    ['disable', 'let nothing travel over a link; what there is to tell is held', disableLink],
    ['enable', 'let a link carry again, and send what was held', enableLink],
    ['revoke', 'end a link at once', revokeLink],
    ['test', 'send a ping and wait for the answer', testLink],
  ];
  for (const [name, description, command] of switches) {
    links
      .command(`${name} <id>`)
      .description(description)
      .requiredOption(...SITE)
      .addOption(jsonOption())
      .action((id: string, { json, ...args }: JsonOption) => run(command, { id, ...args }, json));
  }
}

function readHours(value: string): number {
  if (!/^\d{1,4}$/.test(value)) throw new InvalidArgumentError('Give a whole number of hours.');
  return Number(value);
}
