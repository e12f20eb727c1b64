import { ORDER_STATUSES } from '@comptoir/core/orders/order.js';
import { Option, type Command as Program } from 'commander';
import { type CounterStep, listOrders, ORDER_STEPS } from '../commands/order-commands.js';
import { type JsonOption, jsonOption, readCount, run } from './run.js';

const STEP_HELP: Readonly<Record<CounterStep, string>> = {
  accept: 'take a queued order on',
  reject: 'refuse a queued order',
  ready: 'say that an accepted order can be picked up',
  collect: 'say that a ready order was picked up',
  cancel: 'give up an order that is not handed over yet',
  seal: 'hand an order over, picked up or delivered: its goods leave the stock',
};

export function addOrderCommands(orders: Program): void {
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
