import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';

const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EISDIR', 'EACCES']);

/**
 * Opens a regular file of a site for reading; the caller closes it. `root` is absolute and without links, `file` relative to it. Null when
 * there is no such file, or when a link stands anywhere on the way: the host may read files that the owner of the site may not.
 */
export async function openInside(root: string, file: string): Promise<FileHandle | null> {
  const path = join(root, file);
  // Not blocking: a pipe in the place of a file would otherwise wait for somebody to write.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(nullIfMissing);
  if (handle === null) return null;
  if ((await truePathOf(handle, path)) === path && (await handle.stat()).isFile()) return handle;
  await handle.close();
  return null;
}

/** Where the open file really is. Asked of the file and not of its path, because a folder can become a link in between. */
async function truePathOf({ fd }: FileHandle, path: string): Promise<string | null> {
  return readlink(`/proc/self/fd/${fd}`).catch(() => realpath(path).catch(nullIfMissing));
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && MISSING.has(error.code)) return null;
  throw error;
}
