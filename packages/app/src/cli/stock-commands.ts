import type { Command as Program } from 'commander';
import { verifyStock } from '../commands/stock-commands.js';
import { type JsonOption, jsonOption, run } from './run.js';

export function addStockCommands(stock: Program): void {
  stock
    .command('verify')
    .description('add the ledger up anew, and name every level that is not what it says')
    .requiredOption('--site <slug>', 'the establishment')
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(verifyStock, args, json));
}
