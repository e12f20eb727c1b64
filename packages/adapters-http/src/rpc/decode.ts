import type { DomainError } from '@comptoir/core/kit/errors.js';
import { type JsonPath, readPath } from './json-path.js';
import { checkJson, isJsonRecord, type JsonRecord } from './plain-json.js';
import { reviveValue } from './revive-value.js';
import { unusable } from './unusable-input.js';

/**
 * Reads an input as superjson 2 writes it: `{"json": …, "meta": {"values": …}}`, parsed already. Changes the parsed JSON in place.
 * Throws `invalid_request`, saying where, for anything but JSON, dates, bigints, `undefined`, the odd numbers, sets, maps and URLs.
 */
export function decode(envelope: unknown): unknown {
  if (!isJsonRecord(envelope) || !Object.hasOwn(envelope, 'json')) throw unusable('', 'Send the input as {"json": …}.');
  checkJson(envelope);
  const { json, meta } = envelope;
  if (meta === undefined || meta === null) return json;
  if (!isJsonRecord(meta)) throw malformed('meta');
  const { values, referentialEqualities, v: version } = meta;
  const legacyPaths = !(typeof version === 'number' && version >= 1);
  if (referentialEqualities !== undefined) refuseLeftOut(json, referentialEqualities, legacyPaths);
  return values === undefined ? json : revive(json, values, legacyPaths);
}

/** `values` is a tree of `[type]`, `[type, children]` or `children`, whose keys are paths from where the node stands. */
function revive(json: unknown, values: unknown, legacyPaths: boolean): unknown {
  const root = { json };
  reviveNode(root, 'json', values, '');
  return root.json;

  function reviveNode(holder: JsonRecord | unknown[], key: string, node: unknown, at: string): void {
    const place = holder as JsonRecord;
    if (!Array.isArray(node)) {
      reviveChildren(place[key], node, at);
      return;
    }
    const [type, children] = node as readonly unknown[];
    // What is inside a set or a map is found by its place in the JSON, so it comes first.
    if (children !== undefined) reviveChildren(place[key], children, at);
    const revived = reviveValue(type, place[key]);
    if (revived === null) throw unusable(at, 'Not written as its type is, or of a type that cannot be sent.');
    place[key] = revived.value;
  }

  function reviveChildren(parent: unknown, children: unknown, at: string): void {
    if (!isJsonRecord(children)) throw malformed('meta.values');
    for (const path of Object.keys(children)) {
      const found = placeAt(parent, readPath(path, legacyPaths));
      if (found === null) throw malformed('meta.values');
      reviveNode(found.holder, found.key, children[path], at === '' ? path : `${at}.${path}`);
    }
  }
}

/**
 * Clients note which objects of an input are the same one. They arrive as equal copies, which is all that an input needs; except
 * that a cycle, and the second mention when the client leaves repetitions out, arrive as null: that would be another input.
 */
function refuseLeftOut(json: unknown, equalities: unknown, legacyPaths: boolean): void {
  if (!isJsonRecord(equalities)) throw unusable('', 'An input cannot contain itself.');
  for (const path of Object.values(equalities).flat()) {
    const found = typeof path === 'string' ? placeAt(json, readPath(path, legacyPaths)) : null;
    if (found === null) throw malformed('meta.referentialEqualities');
    if ((found.holder as JsonRecord)[found.key] === null) throw unusable(String(path), 'Send what occurs twice twice.');
  }
}

interface Place {
  readonly holder: JsonRecord | unknown[];
  readonly key: string;
}

/** Where the path leads from the value; null when it leads nowhere. */
function placeAt(value: unknown, path: JsonPath): Place | null {
  if (path === null) return null;
  let holder = value;
  for (let index = 0; index < path.length; index += 1) {
    const key = path[index] ?? '';
    if (!holds(holder, key)) return null;
    if (index === path.length - 1) return { holder, key };
    holder = (holder as JsonRecord)[key];
  }
  return null;
}

/** True for an array or object of the JSON (not something revived from it) with a member of that name. */
function holds(value: unknown, key: string): value is JsonRecord | unknown[] {
  if (Array.isArray(value)) return key !== 'length' && Object.hasOwn(value, key);
  return isJsonRecord(value) && Object.getPrototypeOf(value) === Object.prototype && Object.hasOwn(value, key);
}

function malformed(part: string): DomainError {
  return unusable('', `The ${part} of the input does not fit its json.`);
}
