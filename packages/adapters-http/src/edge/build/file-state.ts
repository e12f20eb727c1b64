import type { BigIntStats } from 'node:fs';

/** Different whenever the file is another one or was written. */
export function fileState({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs}`;
}
