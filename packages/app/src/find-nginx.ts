import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of nginx, which is where administrators have it, too; null when it is not installed. */
export function findNginx(searchPath: string): string | null {
  const directories = [...searchPath.split(delimiter).filter(Boolean), '/usr/sbin', '/usr/local/sbin'];
  return directories.map((directory) => join(directory, 'nginx')).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
