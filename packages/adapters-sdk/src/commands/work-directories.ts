import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';

export type WorkDirectory = { readonly path: string } | { readonly fault: string };

/** The directories that programs may be started in. */
export interface WorkDirectories {
  /** Where `cwd` really is; null: the first root. A fault when it is no directory, or lies under no root. */
  resolve(cwd: string | null): Promise<WorkDirectory>;
}

/** Those under the roots, after every symbolic link has been followed: in what is asked for and in the roots. */
export function makeWorkDirectories(roots: readonly string[]): WorkDirectories {
  return {
    async resolve(cwd) {
      const path = await directoryAt(cwd ?? roots[0] ?? '');
      if (path === null) return { fault: 'There is no such directory.' };
      const allowed = await Promise.all(roots.map(directoryAt));
      if (allowed.some((root) => root !== null && isWithin(path, root))) return { path };
      return { fault: 'It lies under no allowed root (COMPTOIR_ROOTS).' };
    },
  };
}

async function directoryAt(path: string): Promise<string | null> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : null;
  } catch {
    // Not there, or not for this process to see: to whoever asks that is the same.
    return null;
  }
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}
