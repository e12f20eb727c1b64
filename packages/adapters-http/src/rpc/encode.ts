/**
 * Writes values as superjson 2 does: `{"json": …, "meta": {"values": …, "v": 1}}`, the JSON beside notes of what JSON cannot say.
 * One walk that copies only what has a member to replace. Dates too become text here, because `JSON.stringify` takes longer to do
 * the same. Unlike superjson it keeps no book of objects that occur twice: they arrive equal, not identical.
 */

/** Text of the notes of one level, `"path":["Date"],…`; nested levels (in sets and maps) have notes of their own. */
interface Notes {
  text: string;
}

/** The text of an output. Throws a `TypeError` for what the wire does not carry: a class, a function, a symbol, a cycle. */
export function encode(value: unknown): string {
  const notes: Notes = { text: '' };
  const special = specialOf(value);
  const json = JSON.stringify(special === null ? replaceMembers(value, '', notes) : special.plain);
  const tree = special === null ? (notes.text === '' ? '' : `{${notes.text.slice(1)}}`) : special.note;
  return tree === '' ? `{"json":${json}}` : `{"json":${json},"meta":{"values":${tree},"v":1}}`;
}

/** A value that JSON cannot say, as what it becomes there and the note that tells it. */
interface Special {
  readonly plain: unknown;
  readonly note: string;
}

function specialOf(value: unknown): Special | null {
  switch (typeof value) {
    case 'undefined':
      return { plain: null, note: '["undefined"]' };
    case 'bigint':
      return { plain: value.toString(), note: '["bigint"]' };
    case 'number':
      return isPlainNumber(value) ? null : { plain: Object.is(value, -0) ? '-0' : String(value), note: '["number"]' };
    case 'object':
      return value === null ? null : specialObject(value);
    case 'string':
    case 'boolean':
      return null;
    default:
      throw notCarried(typeof value);
  }
}

function specialObject(value: object): Special | null {
  if (Array.isArray(value) || isRecord(value)) return null;
  // JSON writes an invalid date as null, and superjson leaves it at that.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : { plain: value.toISOString(), note: '["Date"]' };
  if (value instanceof Set) return collection('set', [...value]);
  if (value instanceof Map) return collection('map', [...value]);
  if (value instanceof URL) return { plain: value.href, note: '["URL"]' };
  throw notCarried(value.constructor.name);
}

function collection(type: 'set' | 'map', members: readonly unknown[]): Special {
  const notes: Notes = { text: '' };
  const plain = replaceMembers(members, '', notes);
  return { plain, note: notes.text === '' ? `["${type}"]` : `["${type}",{${notes.text.slice(1)}}]` };
}

/** The value with its special members replaced and noted; the value itself when it has none. */
function replaceMembers(value: unknown, path: string, notes: Notes): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Array.isArray(value) ? replaceElements(value, path, notes) : replaceFields(value, path, notes);
}

function replaceElements(elements: readonly unknown[], path: string, notes: Notes): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < elements.length; index += 1) {
    const element = elements[index];
    if (isPlain(element)) continue;
    const replaced = replace(element, `${path}${index}`, notes);
    if (replaced === element) continue;
    copy ??= [...elements];
    copy[index] = replaced;
  }
  return copy ?? elements;
}

function replaceFields(record: object, path: string, notes: Notes): object {
  const fields = record as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(fields)) {
    const field = fields[key];
    if (isPlain(field)) continue;
    const replaced = replace(field, path + segmentOf(key), notes);
    if (replaced === field) continue;
    copy ??= { ...fields };
    copy[key] = replaced;
  }
  return copy ?? record;
}

function replace(member: unknown, path: string, notes: Notes): unknown {
  const special = specialOf(member);
  if (special === null) return replaceMembers(member, `${path}.`, notes);
  notes.text += `,"${path}":${special.note}`;
  return special.plain;
}

/** True for what JSON says as it is, at once: most of every answer. */
function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || value === null || (typeof value === 'number' && isPlainNumber(value));
}

function isPlainNumber(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}

function isRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A key as a segment of a path, ready to stand in JSON text: superjson escapes dots and backslashes, JSON what it must. */
function segmentOf(key: string): string {
  return /^[\w$-]*$/.test(key) ? key : JSON.stringify(key.replace(/[\\.]/g, '\\$&')).slice(1, -1);
}

function notCarried(what: string): TypeError {
  return new TypeError(`the wire does not carry a value of the type ${what}`);
}
