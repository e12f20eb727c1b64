import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { DomainError } from '@comptoir/core/kit/errors.js';

/** Paths that nginx's configuration can hold as they are. */
const SPELLING = /^\/[A-Za-z0-9._/-]*$/;

/** The path as it was given, without what could lead elsewhere. Throws `invalid_request` for the field. */
export function plainPath(path: string, field: string): string {
  const plain = SPELLING.test(path) && isAbsolute(path) && normalize(path) === path;
  if (!plain) throw notAllowed(field, 'Must be an absolute path of letters, digits and . _ - /, without . or .. as a part');
  return path;
}

/** Where the path leads, links followed. Throws `invalid_request` when it is not there or not under one of the directories. */
export async function realPathUnder(directories: readonly string[], path: string, field: string): Promise<string> {
  const real = await realpath(plainPath(path, field)).catch(() => null);
  // The same words for both: whether something exists elsewhere on the machine is not told.
  if (real === null || !(await isUnderAny(directories, real))) {
    throw notAllowed(field, 'Must exist, in a directory that this server allows (COMPTOIR_ROOTS)');
  }
  return plainPath(real, field);
}

async function isUnderAny(directories: readonly string[], path: string): Promise<boolean> {
  const real = await Promise.all(directories.map(realPathToBe));
  return real.some((directory) => isWithin(path, directory));
}

/** Where the path leads; what is not there yet will be where its parent leads. */
export async function realPathToBe(path: string): Promise<string> {
  const parent = dirname(path);
  return realpath(path).catch(async () => (parent === path ? path : join(await realPathToBe(parent), basename(path))));
}

/** Both are real paths; one lies within itself. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);
}

export function notAllowed(field: string, message: string): DomainError {
  return new DomainError('invalid_request', { issues: [{ path: field, message }] });
}
