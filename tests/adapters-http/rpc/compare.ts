import { isDeepStrictEqual } from 'node:util';
import { OWN_WORDS, type RpcAnswer } from './reference.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Comparison {
  readonly same: boolean;
  /** They noted which objects occur twice, which we do not. */
  readonly identity: boolean;
}

/**
 * Whether two answers say the same: status, `Allow`, and body but for the order of keys. Where tRPC refuses by itself, its words
 * are not compared, only its code; of streamed answers, the lines of each call.
 */
export function compare(ours: RpcAnswer, theirs: RpcAnswer): Comparison {
  const said = { identity: false };
  const [left, right] = align(bodyOf(ours.text), withoutIdentity(bodyOf(theirs.text), said));
  return { same: ours.status === theirs.status && ours.allow === theirs.allow && isDeepStrictEqual(left, right), ...said };
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

function withoutIdentity(value: Json, said: { identity: boolean }): Json {
  if (Array.isArray(value)) return value.map((member) => withoutIdentity(member, said));
  if (!isObject(value)) return value;
  const { meta } = value;
  if ('json' in value && meta !== undefined && isObject(meta) && meta['referentialEqualities'] !== undefined) {
    said.identity = true;
    const { meta: _, ...rest } = value;
    return meta['values'] === undefined ? rest : { ...rest, meta: { values: meta['values'], v: meta['v'] ?? null } };
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutIdentity(member, said)]));
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
