import { makeSpawnedCommands } from '@comptoir/adapters-sdk/commands/spawned-commands.js';
import type { Commands } from '@comptoir/core/scheduler/scheduled-work.js';
import { signalGroup } from './adapters/signal-group.js';
import type { Config } from './config.js';

/** What programs get to see of the environment: enough to be found and to speak the right language. */
const SHOWN = ['PATH', 'HOME', 'LANG'] as const;

/** Programs that schedules start; null where that is not allowed. */
export function commandsOf({ allowCommands, vhosts: { roots } }: Config): Commands | null {
  if (!allowCommands) return null;
  const shown = SHOWN.map((name) => [name, process.env[name]] as const);
  const environment = Object.fromEntries(shown.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  return makeSpawnedCommands({ roots, environment, signalGroup });
}
