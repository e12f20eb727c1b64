import type { Command as Program } from 'commander';
import { demo, migrate } from '../commands/database-commands.js';
import { type JsonOption, jsonOption, run } from './run.js';

export function addMigrate(group: Program): void {
  group.addOption(jsonOption()).action(({ json }: JsonOption) => run(migrate, {}, json));
}

export function addDemo(group: Program): void {
  group.addOption(jsonOption()).action(({ json }: JsonOption) => run(demo, {}, json));
}
