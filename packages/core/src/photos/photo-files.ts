import type { PhotoName } from './photo-path.js';

/**
 * Where photos are kept. They are named by their content and belong to nobody: the same photo of several tenants is there once, and
 * no method takes a scope.
 */
export interface PhotoFiles {
  /** Keeps the bytes under the name: wholly or not at all, and before it resolves. A name that is there already stays as it is. */
  put(name: PhotoName, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null when there is no such photo. */
  open(name: PhotoName): Promise<Uint8Array | null>;
  /** Removes every width of the photo; nothing when there is none. */
  delete(hash: string): Promise<void>;
  /** The hashes of all photos of which something is kept, each once. */
  list(): Promise<readonly string[]>;
}
