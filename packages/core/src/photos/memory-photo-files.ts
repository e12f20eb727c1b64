import type { PhotoFiles } from './photo-files.js';
import { photoPath, readPhotoPath } from './photo-path.js';

/**
 * Photos for as long as the process lives.
 * @public For tests and hosts that keep nothing.
 */
export function makeMemoryPhotoFiles(): PhotoFiles {
  const kept = new Map<string, Uint8Array>();
  return {
    async put(name, bytes) {
      const path = photoPath(name);
      if (!kept.has(path)) kept.set(path, Uint8Array.from(bytes));
    },
    open: async (name) => kept.get(photoPath(name)) ?? null,
    async delete(hash) {
      for (const path of [...kept.keys()]) {
        if (readPhotoPath(path)?.hash === hash) kept.delete(path);
      }
    },
    list: async () => [...new Set([...kept.keys()].flatMap((path) => readPhotoPath(path)?.hash ?? []))],
  };
}
