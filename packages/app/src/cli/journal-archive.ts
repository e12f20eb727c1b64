import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { ArchivePlace } from '@comptoir/core/till/archives-service.js';
import type { TypedCommand } from '../commands/command.js';
import { freezeArchive, readArchive } from '../commands/journal-commands.js';
import { signatureFile } from './archive-file.js';

export interface ArchiveOptions {
  readonly site: string;
  readonly from: string;
  readonly to: string;
  readonly out: string;
}

/** Asks the process that has the database open. */
export type Ask = <Result>(command: TypedCommand<Result>, args: unknown) => Promise<Result>;

/** Freezes the period and writes it out, with its signature beside it. Never over files that are there. */
export async function writeArchive(
  ask: Ask,
  { out, ...period }: ArchiveOptions,
): Promise<{ readonly entries: number; readonly digest: string }> {
  const seal = await ask(freezeArchive, period);
  await writeFile(signatureFile(out), `${JSON.stringify(seal)}\n`, { flag: 'wx', mode: 0o600 });
  const to = createWriteStream(out, { flags: 'wx', mode: 0o600 });
  let place: ArchivePlace | undefined;
  do {
    const piece: { lines: readonly string[]; next: ArchivePlace | null } = await ask(readArchive, { ...period, place });
    if (!to.write(piece.lines.map((line) => `${line}\n`).join(''))) await once(to, 'drain');
    place = piece.next ?? undefined;
  } while (place !== undefined);
  to.end();
  await finished(to);
  return seal;
}
