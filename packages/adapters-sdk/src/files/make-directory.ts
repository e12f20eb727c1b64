import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the directory and those above it, each with `mode`; one that is there stays as it is. Returns whether it was made. Throws what the system
 * says. Node's own recursive `mkdir` never comes to an end where a directory is that nothing can be made in, such as `/proc`.
 */
export async function makeDirectory(path: string, mode: number): Promise<boolean> {
  try {
    return await makeOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (!isMissing(error) || parent === path) throw error;
    await makeDirectory(parent, mode);
    return makeOne(path, mode);
  }
}

async function makeOne(path: string, mode: number): Promise<boolean> {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (error) {
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory() === true) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
