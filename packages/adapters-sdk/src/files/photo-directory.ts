import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PhotoFiles } from '@comptoir/core/photos/photo-files.js';
import { type PhotoName, photoPath, readPhotoPath } from '@comptoir/core/photos/photo-path.js';
import { makeDirectory } from './make-directory.js';

/**
 * Photos as files under a directory, which is made with the first of them and may be shared by several servers. Every path is made
 * from a hash and a number, never from a caller's text. Files lie in 256 folders, by the first two digits of the hash.
 */
export function makePhotoDirectory(directory: string): PhotoFiles {
  const folderOf = (hash: string) => join(directory, hash.slice(0, 2));
  const fileOf = (name: PhotoName) => join(folderOf(name.hash), basename(photoPath(name)));

  return {
    async put(name, bytes) {
      const path = fileOf(name);
      if (await exists(path)) return;
      await makeDirectory(dirname(path), 0o700);
      await writeWhole(path, bytes);
    },

    open: (name) => readFile(fileOf(name)).catch(nullWhenAbsent),

    async delete(hash) {
      for (const name of await namesIn(folderOf(hash))) {
        if (name.hash === hash) await rm(fileOf(name), { force: true });
      }
    },

    async list() {
      const folders = await entriesOf(directory);
      const names = await Promise.all(folders.map((folder) => namesIn(join(directory, folder))));
      return [...new Set(names.flat().map(({ hash }) => hash))];
    },
  };
}

/** The photos in a folder; whatever else lies there is not ours. */
async function namesIn(folder: string): Promise<readonly PhotoName[]> {
  return (await entriesOf(folder)).flatMap((entry) => readPhotoPath(`/photos/${entry}`) ?? []);
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(nullWhenAbsent)) ?? [];
}

/** Appears with its whole content or not at all, and is on the disk, folder entry included, when it is there. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
    await rename(draft, path);
    await syncFolder(dirname(path));
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(nullWhenAbsent)) !== null;
}

/** `ENOTDIR`: a file of somebody lies where a folder would. */
function nullWhenAbsent(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}
