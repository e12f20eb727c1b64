import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { FEC_HEADER } from '@comptoir/core/journal/fec.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import { Option, type Command as Program } from 'commander';
import type { TypedCommand } from '../commands/command.js';
import { beginExport, endsOf, readExport, verifyJournal } from '../commands/journal-commands.js';
import type { Config } from '../config.js';
import { runCommand } from '../control/run-command.js';
import { type JsonOption, jsonOption, processConfig, Refused, run, withLogger } from './run.js';

interface ExportOptions {
  readonly site: string;
  readonly format: 'ndjson' | 'fec';
  readonly out?: string;
}

export function addJournalCommands(program: Program): void {
  const journal = program.command('journal').description('the fiscal journal of an establishment');
  journal
    .command('verify')
    .description('check every digest, link, signature, number and total; name everything that is not as it was')
    .requiredOption('--site <slug>', 'the establishment')
    .addOption(jsonOption())
    .action(({ json, ...args }: JsonOption) => run(verifyJournal, args, json));
  journal
    .command('export')
    .description('write the journal, with the keys to check it, for whoever audits it')
    .requiredOption('--site <slug>', 'the establishment')
    .addOption(
      new Option('--format <format>', 'ndjson: every entry; fec: sales as entries of books').choices(['ndjson', 'fec']).default('ndjson'),
    )
    .option('--out <file>', 'where to; standard output, when left out')
    .action((options: ExportOptions) => withLogger(processConfig(), (config, logger) => exportJournal(config, logger, options)));
}

async function exportJournal(config: Config, logger: Logger, { site, format, out }: ExportOptions): Promise<void> {
  const ask = async <Result>(command: TypedCommand<Result>, args: unknown): Promise<Result> => {
    const answer = await runCommand(config, command, args, logger);
    if (!answer.ok) throw new Refused(`${answer.error}: ${answer.message}`);
    return command.resultOf(answer.result);
  };
  const head = await ask(beginExport, { site });
  const upTo = endsOf(head.heads);
  // Never over a file that is there: an export is evidence.
  const to: Writable = out === undefined ? process.stdout : createWriteStream(out, { flags: 'wx', mode: 0o600 });
  const write = async (lines: readonly string[]): Promise<void> => {
    if (lines.length > 0 && !to.write(`${lines.join('\n')}\n`)) await new Promise((resolve) => to.once('drain', resolve));
  };
  await write([format === 'ndjson' ? JSON.stringify(head) : FEC_HEADER]);
  let cursor: string | undefined;
  do {
    const page = await ask(readExport, { site, format, cursor, upTo });
    await write(page.lines);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  if (out === undefined) return;
  to.end();
  await finished(to);
}
