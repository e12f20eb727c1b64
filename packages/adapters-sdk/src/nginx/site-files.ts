import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { SiteFiles } from '@comptoir/core/vhosts/web-server.js';
import { makeDirectory } from '../files/make-directory.js';

/** No host name is spelled like this, so the common file never is a site's. */
export const COMMON_FILE = '_default.comptoir.conf';
export const SITE_SUFFIX = { given: '.comptoir.conf', automatic: '.comptoir-auto.conf' } as const;

/** Files with such names are the product's; all others in the directory are somebody else's. */
const OURS = /^(?:_default|[a-z0-9][a-z0-9.-]*)\.comptoir(?:-auto)?\.conf$/;
const DRAFT = /^\.comptoir-[0-9a-f]{16}\.draft$/;
/** nginx reads `*.conf` of the directory, not of those in it. */
const ASIDE = 'quarantine';

export function isOurs(name: string): boolean {
  return OURS.test(name);
}

/** Throws `nginx_unavailable` when the disk does not do its part. */
export function makeSiteFiles(directory: string): SiteFiles {
  return {
    all: () => onDisk(() => readAll(directory)),
    read: (name) => onDisk(() => readIfThere(join(directory, name))),
    put: ({ name, text }) => onDisk(() => putWhole(directory, name, text)),
    remove: (name) =>
      onDisk(async () => {
        await rm(join(directory, name), { force: true });
        await syncDirectory(directory);
      }),
    setAside: (name) =>
      onDisk(async () => {
        await makeDirectory(join(directory, ASIDE), 0o750);
        await unlessMissing(rename(join(directory, name), join(directory, ASIDE, name)));
        await syncDirectory(directory);
      }),
    sweep: () =>
      onDisk(async () => {
        const drafts = (await entriesOf(directory)).filter(({ name }) => DRAFT.test(name));
        await Promise.all(drafts.map(({ name }) => rm(join(directory, name), { force: true })));
      }),
  };
}

async function readAll(directory: string): Promise<ReadonlyMap<string, string>> {
  const files = (await entriesOf(directory)).filter((entry) => entry.isFile() && isOurs(entry.name));
  const texts = new Map<string, string>();
  for (const { name } of files) texts.set(name, (await readIfThere(join(directory, name))) ?? '');
  return texts;
}

async function entriesOf(directory: string) {
  return (await unlessMissing(readdir(directory, { withFileTypes: true }))) ?? [];
}

async function readIfThere(path: string): Promise<string | null> {
  return (await unlessMissing(readFile(path, 'utf8'))) ?? null;
}

/** On the disk before it has its name, and the name on the disk before this returns. */
async function putWhole(directory: string, name: string, text: string): Promise<void> {
  await makeDirectory(directory, 0o750);
  const draft = join(directory, `.comptoir-${randomBytes(8).toString('hex')}.draft`);
  const file = await open(draft, 'wx', 0o640);
  try {
    await file.writeFile(text);
    await file.sync();
    await rename(draft, join(directory, name));
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
  await syncDirectory(directory);
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await unlessMissing(open(directory, 'r'));
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return work.catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const message = `The files of the virtual hosts cannot be changed (${systemCodeOf(error)}).`;
    throw new DomainError('nginx_unavailable', { message, cause: error });
  }
}

/** Such as `ENOSPC`: says what is wrong, not where. */
export function systemCodeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'fault';
}
