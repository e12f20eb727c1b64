import { createReadStream } from 'node:fs';
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Command as Program } from 'commander';
import { exportFile, importFile } from '../commands/export-commands.js';
import type { Config } from '../config.js';
import { runCommand } from '../control/run-command.js';
import { EXIT, type JsonOption, jsonOption, processConfig, Refused, run, withLogger } from './run.js';

interface ExportOptions {
  readonly site: string;
  readonly out?: string;
}

export function addExport(group: Program): void {
  group
    .requiredOption('--site <slug>', 'the establishment')
    .option('--out <file>', 'where to; standard output, when left out')
    .action((options: ExportOptions) => withLogger(processConfig(), (config, logger) => writeExport(config, logger, options)));
}

export function addImport(group: Program): void {
  group
    .argument('<file>', 'what `comptoir export` has written')
    .addOption(jsonOption())
    .action(async (file: string, { json }: JsonOption) => {
      const path = resolve(file);
      await access(path, constants.R_OK).catch(() => {
        throw new Refused(`${file} cannot be read`, EXIT.usage);
      });
      await run(importFile, { file: path }, json);
    });
}

async function writeExport(config: Config, logger: Logger, { site, out }: ExportOptions): Promise<void> {
  const write = async (file: string): Promise<void> => {
    const answer = await runCommand(config, exportFile, { site, file }, logger);
    if (!answer.ok) throw new Refused(`${answer.error}: ${answer.message}`);
  };
  if (out !== undefined) return write(resolve(out));
  // Whoever holds the database writes it, and that may be a server: what goes to standard output passes through a file.
  const directory = await mkdtemp(join(tmpdir(), 'comptoir-export-'));
  try {
    const file = join(directory, 'export.ndjson');
    await write(file);
    await pipeline(createReadStream(file), process.stdout, { end: false });
  } finally {
    await rm(directory, { recursive: true });
  }
}
