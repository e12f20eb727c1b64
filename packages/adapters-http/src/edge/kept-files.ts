import type { BigIntStats } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openInside } from './build/open-inside.js';

/** A file as it is now: a small one with its content, another one open, for the caller to close. */
export type FoundFile =
  | { readonly state: BigIntStats; readonly bytes: Buffer; readonly handle: null }
  | { readonly state: BigIntStats; readonly bytes: null; readonly handle: FileHandle };

/** The files of all sites. Small ones that do not change are kept in memory, so that one look at the disk is enough for them. */
export interface KeptFiles {
  /** As `openInside`. */
  find(root: string, file: string): Promise<FoundFile | null>;
}

/** What is read at once: for a small file a stream costs more than the file. */
const SMALL_MAX = 65_536;
const KEPT_BYTES_MAX = 32 * 1_024 * 1_024;
/** Beside the content of a file. */
const ENTRY_BYTES = 1_024;
/** A file that was changed within this time can change again without a sign: clocks of file systems are coarse. */
const SETTLED_MS = 1_000;

type Small = FoundFile & { readonly handle: null };

export function makeKeptFiles(now: () => number = Date.now): KeptFiles {
  const kept = new Map<string, Small>();
  let size = 0;

  function forget(path: string): void {
    const before = kept.get(path);
    if (before !== undefined) size -= before.bytes.length + ENTRY_BYTES;
    kept.delete(path);
  }

  function keep(path: string, file: Small): void {
    forget(path);
    kept.set(path, file);
    size += file.bytes.length + ENTRY_BYTES;
    for (const oldest of kept.keys()) {
      if (size <= KEPT_BYTES_MAX) break;
      forget(oldest);
    }
  }

  /** The same file, wherever a link leads by now: its number and its times say so. */
  async function fromMemory(path: string): Promise<FoundFile | null> {
    const before = kept.get(path);
    if (before === undefined) return null;
    const state = await stat(path, { bigint: true }).catch(() => null);
    if (state !== null && isSame(before.state, state)) return before;
    forget(path);
    return null;
  }

  async function fromDisk(root: string, file: string): Promise<FoundFile | null> {
    const handle = await openInside(root, file);
    if (handle === null) return null;
    const asked = now();
    const state = await handle.stat({ bigint: true });
    if (state.size > SMALL_MAX) return { state, bytes: null, handle };
    const bytes = await readAll(handle, Number(state.size)).finally(() => handle.close());
    const found: Small = { state, bytes, handle: null };
    if (asked - Number(state.ctimeMs) > SETTLED_MS) keep(join(root, file), found);
    return found;
  }

  return { find: async (root, file) => (await fromMemory(join(root, file))) ?? fromDisk(root, file) };
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return (['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const).every((part) => one[part] === other[part]);
}

async function readAll(handle: FileHandle, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
  if (bytesRead < size) throw new Error('a file became shorter while it was read');
  return buffer;
}
