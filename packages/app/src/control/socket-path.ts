import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeDirectory } from '@comptoir/adapters-sdk/files/make-directory.js';
import { ConfigError } from '../config.js';

/** What the address of a Unix socket may hold, the smallest of the systems Node runs on: 104 bytes with a final zero (macOS, BSD). */
const PATH_BYTES_MAX = 103;

/**
 * Where the server that holds this data directory answers the command line: in that directory, or, when its path is too long for
 * a socket, in a directory of this user under the system's temporary directory, named after it. Both sides work it out alike.
 */
export function socketPathOf(dataDirectory: string): string {
  const path = join(dataDirectory, 'comptoir.sock');
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return path;
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16);
  return join(tmpdir(), `comptoir-${userId() ?? 'user'}-${name}`, 'comptoir.sock');
}

/** The path, once its directory is there. Throws `ConfigError` when somebody else made the one in the temporary directory first. */
export async function prepareSocketPath(dataDirectory: string): Promise<string> {
  const path = socketPathOf(dataDirectory);
  const directory = dirname(path);
  if (directory !== dataDirectory) await makeDirectory(directory, 0o700);
  if (await isTrusted(path, dataDirectory)) return path;
  throw new ConfigError(`COMPTOIR_DATA_DIR: its path is too long for a socket, and ${directory}, used instead, belongs to somebody else`);
}

/** Whether nobody else can have put a socket there: in the temporary directory anybody can make what is not there yet. */
export async function isTrusted(path: string, dataDirectory: string): Promise<boolean> {
  const directory = dirname(path);
  if (directory === dataDirectory) return true;
  const found = await lstat(directory).catch(() => null);
  return found?.isDirectory() === true && found.uid === (userId() ?? found.uid);
}

/** Undefined on Windows, where files have no owner by number. */
function userId(): number | undefined {
  return process.getuid?.();
}
