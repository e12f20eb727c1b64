import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { CertificatePem } from '@comptoir/core/certificates/certificate-authority.js';
import type { Disk } from './disk.js';

export const FULLCHAIN = 'fullchain.pem';
export const PRIVATE_KEY = 'privkey.pem';
export const CURRENT = 'current';

/** Readable by the web server's group, which the directory's administrator chooses (`chgrp`, `chmod g+s`). */
const DIRECTORY_MODE = 0o750;
const FILE_MODE = 0o640;

/** What is being written; gone once it is published, left over only after a crash. */
const UNFINISHED = /^\.(?:new|current)-/;
const SERIAL = /^[0-9a-f]{1,64}$/;

/** A key and a long chain have less. */
const TRIED_BYTES = 16_384;

/** Writes about as much as an issue has, and removes it: throws what writing one would. */
export async function tryWriting(disk: Disk, folder: string): Promise<void> {
  const unfinished = join(folder, `.new-${randomUUID()}`);
  await disk.makeDirectory(folder, DIRECTORY_MODE);
  try {
    await disk.writeFile(unfinished, ' '.repeat(TRIED_BYTES), FILE_MODE);
  } finally {
    await disk.remove(unfinished);
  }
}

/**
 * Writes `<folder>/<serial>/{fullchain,privkey}.pem`: whole or not at all, because the folder gets its name when everything in it is
 * on the disk.
 */
export async function writeIssue(disk: Disk, folder: string, serial: string, { fullchain, privateKey }: CertificatePem): Promise<void> {
  const unfinished = join(folder, `.new-${serial}-${randomUUID()}`);
  await disk.makeDirectory(folder, DIRECTORY_MODE);
  try {
    await disk.makeDirectory(unfinished, DIRECTORY_MODE);
    await disk.writeFile(join(unfinished, PRIVATE_KEY), privateKey, FILE_MODE);
    await disk.writeFile(join(unfinished, FULLCHAIN), fullchain, FILE_MODE);
    await disk.syncDirectory(unfinished);
  } catch (error) {
    // A disk that is full must not fill with keys of certificates that were not kept.
    await disk.remove(unfinished);
    throw error;
  }
  // Only a damaged one can be in the way: a whole one would not be written again.
  await disk.remove(join(folder, serial));
  await disk.rename(unfinished, join(folder, serial));
  // The folder may be as new as what is in it.
  await Promise.all([disk.syncDirectory(folder), disk.syncDirectory(dirname(folder))]);
}

/** Makes the issue the current one by renaming one link, then drops everything but it and the one before it. */
export async function publishIssue(disk: Disk, folder: string, serial: string): Promise<void> {
  const current = join(folder, CURRENT);
  const previous = await disk.readLink(current);
  if (previous === serial) return;
  const link = join(folder, `.current-${randomUUID()}`);
  await disk.symlink(serial, link);
  await disk.rename(link, current);
  await disk.syncDirectory(folder);
  for (const name of await disk.list(folder)) {
    const isOld = UNFINISHED.test(name) || (SERIAL.test(name) && name !== serial && name !== previous);
    if (isOld) await disk.remove(join(folder, name));
  }
}

/** The paths lead to nothing before what they led to is removed: nobody meets half of it. */
export async function removeIssues(disk: Disk, folder: string): Promise<void> {
  const names = await disk.list(folder);
  if (names.length === 0) return;
  await disk.remove(join(folder, CURRENT));
  await disk.syncDirectory(folder);
  await disk.remove(folder);
  await disk.syncDirectory(dirname(folder));
}

/** Both files of an issue; null when one of them is missing. */
export async function readIssue(disk: Disk, folder: string, serial: string): Promise<CertificatePem | null> {
  const fullchain = await disk.readFile(join(folder, serial, FULLCHAIN));
  const privateKey = await disk.readFile(join(folder, serial, PRIVATE_KEY));
  return fullchain === null || privateKey === null ? null : { fullchain, privateKey };
}
