import type { BigIntStats, ReadStream } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { putBounded } from '@comptoir/core/kit/put-bounded.js';
import { openInside } from '../build/open-inside.js';

/** A file that is being sent. */
export interface PublicFile {
  readonly state: BigIntStats;
  /** These bytes, both included. A stream ends early when the file becomes shorter meanwhile. */
  read(first: number, last: number): Buffer | ReadStream;
  /** Unless a stream reads it, which does so itself. */
  close(): Promise<void>;
}

/** The public files of all sites. Small ones that did not change are kept in memory, so that one look at the disk is enough. */
export interface PublicFiles {
  /** As `openInside`. */
  open(root: string, file: string): Promise<PublicFile | null>;
}

/** What is read at once: for a small file a stream costs more than the file. */
const AT_ONCE_MAX = 65_536;
/** So many are kept: 16 MiB of the largest. */
const KEPT_MAX = 256;
/** A file that was changed within this time can change again without a sign: clocks of file systems are coarse. */
const SETTLED_MS = 1_000;

interface Kept {
  readonly state: BigIntStats;
  readonly bytes: Buffer;
}

export function makePublicFiles(now: () => number = Date.now): PublicFiles {
  const kept = new Map<string, Kept>();

  /** The same file, wherever a link leads by now: its number and its times say so. */
  async function fromMemory(path: string): Promise<PublicFile | null> {
    const before = kept.get(path);
    if (before === undefined) return null;
    const now = await stat(path, { bigint: true }).catch(() => null);
    if (now !== null && isSame(before.state, now)) return inMemory(before);
    kept.delete(path);
    return null;
  }

  async function fromDisk(root: string, file: string): Promise<PublicFile | null> {
    const handle = await openInside(root, file);
    if (handle === null) return null;
    const asked = now();
    const state = await handle.stat({ bigint: true });
    if (state.size > AT_ONCE_MAX) return onDisk(handle, state);
    const bytes = await readAll(handle, Number(state.size)).finally(() => handle.close());
    if (asked - Number(state.ctimeMs) > SETTLED_MS) putBounded(kept, join(root, file), { state, bytes }, KEPT_MAX);
    return inMemory({ state, bytes });
  }

  return { open: async (root, file) => (await fromMemory(join(root, file))) ?? fromDisk(root, file) };
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return (['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const).every((part) => one[part] === other[part]);
}

async function readAll(handle: FileHandle, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
  if (bytesRead < size) throw new Error('a file became shorter while it was read');
  return buffer;
}

function inMemory({ state, bytes }: Kept): PublicFile {
  return { state, read: (first, last) => bytes.subarray(first, last + 1), close: async () => undefined };
}

function onDisk(handle: FileHandle, state: BigIntStats): PublicFile {
  let isStreaming = false;
  return {
    state,
    read(start, end) {
      isStreaming = true;
      return handle.createReadStream({ start, end });
    },
    async close() {
      if (!isStreaming) await handle.close();
    },
  };
}
