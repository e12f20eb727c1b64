import { text } from 'node:stream/consumers';
import { SYNC_JOBS, type SyncJob } from '@comptoir/core/shop-sync/sync-run.js';
import { Argument, type Command as Program } from 'commander';
import { connectShop, listShops, testShop } from '../commands/shop-commands.js';
import { syncShops } from '../commands/sync-commands.js';
import { EXIT, type JsonOption, jsonOption, Refused, run } from './run.js';

const SITE = ['--site <slug>', 'the establishment'] as const;

interface ConnectOptions extends JsonOption {
  readonly key?: string;
  readonly keyStdin?: true;
}

export function addSync(group: Program): void {
  group
    .addArgument(new Argument('<job>').choices(SYNC_JOBS))
    .option('--site <slug>', 'the establishment; else every one that is connected, and the answer is a list')
    .option('--accept-disappearance', 'with full: take away what stopped the last one because it was so much, and no more', false)
    .option('--dry-run', 'reckon what would be written, and write nothing', false)
    .addOption(jsonOption())
    .action((job: SyncJob, { json, ...args }: JsonOption) => run(syncShops, { job, ...args }, json));
}

export function addShopCommands(shops: Program): void {
  shops
    .command('connect')
    .description('connect an establishment to its online shop, once the shop answers')
    .requiredOption(...SITE)
    .requiredOption('--url <address>', 'where the shop is')
    .option('--key <key>', 'of its web service; visible to everybody on this machine, so rather COMPTOIR_SHOP_KEY or --key-stdin')
    .option('--key-stdin', 'read the key from standard input')
    .option('--force', 'without asking the shop', false)
    .addOption(jsonOption())
    .action(async ({ json, key, keyStdin, ...args }: ConnectOptions) => {
      await run(connectShop, { ...args, key: key ?? (await keyFrom(keyStdin === true)) }, json);
    });
  shops
    .command('test')
    .description('ask the shop whether the key reads what is needed')
    .requiredOption(...SITE)
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(testShop, args, json));
  shops
    .command('list')
    .description('the connected establishments, with what stands in quarantine')
    .addOption(jsonOption())
    .action(({ json }: JsonOption) => run(listShops, {}, json));
}

async function keyFrom(stdin: boolean): Promise<string> {
  const key = stdin ? (await text(process.stdin)).trim() : process.env.COMPTOIR_SHOP_KEY;
  if (key === undefined || key === '') throw new Refused('Give the key in COMPTOIR_SHOP_KEY, with --key-stdin or with --key.', EXIT.usage);
  return key;
}
