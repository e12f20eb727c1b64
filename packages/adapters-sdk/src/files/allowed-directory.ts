import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { DomainError } from '@comptoir/core/kit/errors.js';

/** The directory as its links lead to it. Throws `invalid_request`, naming `field`, unless it exists under one of the roots. */
export async function allowedDirectory(path: string, field: string, roots: readonly string[]): Promise<string> {
  const real = await realDirectory(path);
  if (real !== null && (await isUnder(real, roots))) return real;
  throw new DomainError('invalid_request', {
    issues: [{ path: field, message: 'Must be an existing directory under the allowed roots.' }],
  });
}

async function isUnder(real: string, roots: readonly string[]): Promise<boolean> {
  const realRoots = await Promise.all(roots.map(realDirectory));
  return realRoots.some((root) => root !== null && (real === root || real.startsWith(root.endsWith(sep) ? root : root + sep)));
}

/** Null for what is missing, no directory, or not to be looked into. */
async function realDirectory(path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null);
  if (real === null) return null;
  const found = await stat(real).catch(() => null);
  return found?.isDirectory() ? real : null;
}
