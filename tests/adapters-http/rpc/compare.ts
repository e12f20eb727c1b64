import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { OWN_WORDS, type RpcAnswer } from './reference.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The differences of the page that may stand anywhere in an answer, beside what is the same. */
export type Inner = 'identity-out' | 'masked';

export interface Comparison {
  /** But for those. */
  readonly same: boolean;
  readonly inner: ReadonlySet<Inner>;
}

/**
 * Whether two answers say the same: status, `Allow`, and body but for the order of keys. Where tRPC refuses by itself, its words
 * are not compared, only its code; of streamed answers, the lines of each call.
 */
export function compare(ours: RpcAnswer, theirs: RpcAnswer): Comparison {
  const inner = new Set<Inner>();
  const [left, right] = align(bodyOf(ours.text), withoutIdentity(masked(bodyOf(theirs.text), inner), inner));
  return { same: ours.status === theirs.status && ours.allow === theirs.allow && isDeepStrictEqual(left, right), inner };
}

function bodyOf(text: string): Json {
  const values = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Json]));
  const [first = null, ...rest] = values;
  return isHead(first) ? byCall(first.json, rest) : values.length === 1 ? first : values;
}

interface Line {
  readonly json: [id: number, status: number, value: [Json[], ...[string, number, number][]]];
}

function isHead(value: Json): value is { json: Record<string, Json> } {
  return isObject(value) && isObject(value['json'] ?? null) && 'json' in value && Object.keys(value).length === 1;
}

/** The lines of every call in the order in which they lead to its answer, without the numbers that depend on who was first. */
function byCall(head: Record<string, Json>, lines: readonly Json[]): Json {
  const byId = new Map((lines as unknown as Line[]).map((line) => [line.json[0], line]));
  const chain = (id: number): Json[] => {
    const line = byId.get(id);
    if (line === undefined) return [`no line ${id}`];
    const [, status, [value, ...promises]] = line.json;
    const next = promises.flatMap(([, , nextId]) => chain(nextId));
    const keys = promises.map(([key, type]) => [key, type]);
    return [{ ...(line as object), json: [status, value, keys] }, ...next];
  };
  return Object.entries(head).map(([index, promise]) => [index, shapeOf(promise), chain(Number(index))]);
}

/** `[[0],[null,0,<id>]]` without the id. */
function shapeOf(promise: Json): Json {
  return JSON.parse(JSON.stringify(promise).replace(/\d+\]\]$/, 'null]]'));
}

/** With the standard sentence in place of what a fault says, which they tell the caller and we do not. */
function masked(value: Json, inner: Set<Inner>): Json {
  if (Array.isArray(value)) return value.map((member) => masked(member, inner));
  if (!isObject(value)) return value;
  if (isFault(value)) {
    inner.add('masked');
    return { ...value, message: new DomainError('internal').message };
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, masked(member, inner)]));
}

function isFault({ data }: { [key: string]: Json }): boolean {
  return data !== undefined && isObject(data) && data['error'] === 'internal' && data['code'] === 'INTERNAL_SERVER_ERROR';
}

/** Without their notes of which objects occur twice. */
function withoutIdentity(value: Json, inner: Set<Inner>): Json {
  if (Array.isArray(value)) return value.map((member) => withoutIdentity(member, inner));
  if (!isObject(value)) return value;
  const { meta } = value;
  if ('json' in value && meta !== undefined && isObject(meta) && meta['referentialEqualities'] !== undefined) {
    inner.add('identity-out');
    const { meta: _, ...rest } = value;
    return meta['values'] === undefined ? rest : { ...rest, meta: { values: meta['values'], v: meta['v'] ?? null } };
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutIdentity(member, inner)]));
}

/** Both, without the words of an error that tRPC raised by itself. */
function align(ours: Json, theirs: Json): [Json, Json] {
  if (Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length) {
    const pairs = ours.map((member, index) => align(member, theirs[index] ?? null));
    return [pairs.map(([left]) => left), pairs.map(([, right]) => right)];
  }
  if (!isObject(ours) || !isObject(theirs)) return [ours, theirs];
  if (isOwnError(theirs)) return [withoutWords(ours), withoutWords(theirs)];
  const pairs = Object.keys(ours).map((key) => [key, align(ours[key] ?? null, theirs[key] ?? null)] as const);
  const left = Object.fromEntries(pairs.map(([key, [value]]) => [key, value]));
  return [left, { ...theirs, ...Object.fromEntries(pairs.flatMap(([key, [, value]]) => (key in theirs ? [[key, value]] : []))) }];
}

function isOwnError({ data }: { [key: string]: Json }): boolean {
  return data !== undefined && isObject(data) && data['error'] === OWN_WORDS;
}

function withoutWords({ message, data, ...rest }: { [key: string]: Json }): Json {
  if (typeof message !== 'string' || data === undefined || !isObject(data)) return { ...rest };
  const { error, details: _, ...more } = data;
  return { ...rest, data: { ...more, error: typeof error } };
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
