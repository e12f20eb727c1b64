import { chmod, open, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { makeDirectory } from './make-directory.js';

/** The changes that publishing makes to a disk, each of them one step that happens or does not. */
export interface Disk {
  /** Makes the directory, and those above it; one that is there already stays as it is. */
  makeDirectory(path: string, mode: number): Promise<void>;
  /** Writes a new file and waits until it is on the disk. */
  writeFile(path: string, text: string, mode: number): Promise<void>;
  /** Waits until the names in the directory are on the disk. */
  syncDirectory(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  symlink(target: string, path: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Null: not there. */
  readFile(path: string): Promise<string | null>;
  /** Null: no link there. */
  readLink(path: string): Promise<string | null>;
  /** Empty: not there. */
  list(path: string): Promise<readonly string[]>;
}

export const nodeDisk: Disk = {
  async makeDirectory(path, mode) {
    // The process's mask must not decide who reads certificates; directories that somebody else made are theirs.
    if (await makeDirectory(path, mode)) await chmod(path, mode);
  },
  async writeFile(path, text, mode) {
    const file = await open(path, 'wx', mode);
    try {
      await file.chmod(mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  async syncDirectory(path) {
    const directory = await open(path, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  },
  rename,
  symlink,
  remove: (path) => rm(path, { recursive: true, force: true }),
  readFile: (path) => readFile(path, 'utf8').catch(unlessMissing),
  readLink: (path) => readlink(path).catch(unlessMissing),
  list: async (path) => (await readdir(path).catch(unlessMissing)) ?? [],
};

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EINVAL') return null;
  throw error;
}
