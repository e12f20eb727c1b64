import { DEPTH_MAX } from './limits.js';
import { unusable } from './unusable-input.js';

export type JsonRecord = Record<string, unknown>;

/** Keys that reach a prototype where somebody copies carelessly. No client that writes superjson can send them. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Throws `invalid_request` for JSON nested deeper than `DEPTH_MAX`, or with a key that could reach a prototype. */
export function checkJson(value: unknown, depth = 1): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEPTH_MAX) throw unusable('', `Nested deeper than ${DEPTH_MAX} levels.`);
  if (Array.isArray(value)) {
    for (const element of value) checkJson(element, depth + 1);
    return;
  }
  const record = value as JsonRecord;
  for (const key of Object.keys(record)) {
    if (FORBIDDEN_KEYS.has(key)) throw unusable('', `No field may be called ${key}.`);
    checkJson(record[key], depth + 1);
  }
}

export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
