import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { FEC_HEADER } from '@comptoir/core/journal/fec.js';
import { chainName } from '@comptoir/core/keyed/journal-contract.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import { Option, type Command as Program } from 'commander';
import { nodeCrypto } from '../adapters/node-crypto.js';
import { makeJournalVerifier } from '../adapters/node-journal-signer.js';
import type { TypedCommand } from '../commands/command.js';
import { beginExport, endsOf, freezeArchive, readExport, verifyJournal } from '../commands/journal-commands.js';
import type { Config } from '../config.js';
import { runCommand } from '../control/run-command.js';
import { verifyArchive } from './archive-file.js';
import { type ArchiveOptions, type Ask, writeArchive } from './journal-archive.js';
import { type JsonOption, jsonOption, print, processConfig, Refused, run, withLogger } from './run.js';

interface ExportOptions {
  readonly site: string;
  readonly format: 'ndjson' | 'fec';
  readonly out?: string;
}

export function addJournalCommands(journal: Program): void {
  journal
    .command('verify')
    .description('check every digest, link, signature, number and total; name everything that is not as it was')
    .requiredOption('--site <slug>', 'the establishment')
    .option('--archive <file>', 'an archive of it that was written out, by the keys of this server, instead')
    .addOption(jsonOption())
    .action(({ json, archive, ...args }: JsonOption & { readonly archive?: string; readonly site: string }) =>
      archive === undefined
        ? run(verifyJournal, args, json)
        : withLogger(processConfig(), (config, logger) => checkArchive(askOf(config, logger), args.site, archive, json)),
    );
  journal
    .command('archive')
    .description('freeze a period that is over, of a year at most, and write it out with a detached signature')
    .requiredOption('--site <slug>', 'the establishment')
    .requiredOption('--from <day>', 'the first day, YYYY-MM-DD')
    .requiredOption('--to <day>', 'the last day')
    .requiredOption('--out <file>', 'where to; the signature goes to the same name with .sig')
    .addOption(jsonOption())
    .action(({ json, ...options }: ArchiveOptions & JsonOption) =>
      withLogger(processConfig(), async (config, logger) => {
        const seal = await writeArchive(askOf(config, logger), options);
        print(json, seal, () => freezeArchive.print(seal));
      }),
    );
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
  const ask = askOf(config, logger);
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

function askOf(config: Config, logger: Logger): Ask {
  return async <Result>(command: TypedCommand<Result>, args: unknown): Promise<Result> => {
    const answer = await runCommand(config, command, args, logger);
    if (!answer.ok) throw new Refused(`${answer.error}: ${answer.message}`);
    return command.resultOf(answer.result);
  };
}

async function checkArchive(ask: Ask, site: string, file: string, json: boolean): Promise<void> {
  const { keys } = await ask(beginExport, { site });
  const { entries, problems } = await verifyArchive(file, { crypto: nodeCrypto, signer: makeJournalVerifier(keys) });
  const named = problems.map(({ number, problem, ...chain }) => ({ chain: chainName(chain), number, problem }));
  const text = [
    ...named.map(({ chain, number, problem }) => `${chain} ${number}: ${problem}`),
    `${entries} entries, ${named.length} problems`,
  ];
  print(json, { valid: named.length === 0, entries, problems: named }, () => text.join('\n'));
  if (named.length > 0) throw new Refused(`${named.length} problems in the archive`);
}
