import type { Command } from './command.js';
import { databaseStatus, demo, migrate } from './database-commands.js';
import { listOrders, ORDER_STEPS } from './order-commands.js';

/** Every command that runs where the database is open: one line per feature. */
const ALL: readonly Command[] = [databaseStatus, demo, migrate, listOrders, ...ORDER_STEPS.values()];

export const COMMANDS: ReadonlyMap<string, Command> = new Map(ALL.map((command) => [command.name, command]));
