import { InvalidArgumentError, Option, type Command as Program } from 'commander';
import { isPart, PARTS, type Part } from '../parts.js';
import { processConfig } from './run.js';

export function addServe(serve: Program): void {
  serve
    .option('--demo', 'load the demonstration first', false)
    .addOption(new Option('--only <parts>', `start only these, separated by commas: ${PARTS.join(', ')}`).argParser(readParts))
    .action(({ demo, only = new Set(PARTS) }: { demo: boolean; only?: ReadonlySet<Part> }) => startServing({ demo, only }));
}

export function addSdk(sdk: Program): void {
  sdk.action(() => startServing({ demo: false, only: new Set<Part>(['sdk', 'edge', 'worker']) }));
}

/** What a server is made of is loaded when it is known what to start. */
async function startServing(options: { readonly demo: boolean; readonly only: ReadonlySet<Part> }): Promise<void> {
  const config = processConfig();
  const { serve } = await import('../serve.js');
  await serve(config, options);
}

function readParts(value: string): ReadonlySet<Part> {
  const names = value.split(',').map((name) => name.trim());
  const parts = names.filter(isPart);
  if (parts.length < names.length) throw new InvalidArgumentError(`Choose from ${PARTS.join(', ')}.`);
  return new Set(parts);
}
