import { DEPTH_MAX } from './limits.js';

/** The keys on the way into a value; null for what is no path, or leads deeper than any input goes. */
export type JsonPath = readonly string[] | null;

/**
 * A path as superjson writes it: keys joined by dots, with a backslash before every dot and backslash of a key. `legacy`, as it
 * wrote before it noted a version: with backslashes before dots alone.
 */
export function readPath(path: string, legacy: boolean): JsonPath {
  const keys = path.includes('\\') ? readEscaped(path, legacy) : path.split('.', DEPTH_MAX + 1);
  return keys === null || keys.length > DEPTH_MAX ? null : keys;
}

const TOKENS = /\\[\\.]|\\|\.|[^\\.]+/g;
const LEGACY_TOKENS = /\\\.|\\|\.|[^\\.]+/g;

function readEscaped(path: string, legacy: boolean): string[] | null {
  const keys: string[] = [];
  let key = '';
  for (const [token] of path.matchAll(legacy ? LEGACY_TOKENS : TOKENS)) {
    if (token === '.') {
      keys.push(key);
      key = '';
    } else if (token === '\\' && !legacy) {
      return null;
    } else {
      key += token.length > 1 && token.startsWith('\\') ? token.slice(1) : token;
    }
  }
  return [...keys, key];
}
