import type { StopSignal } from '@comptoir/core/kit/stop-signal.js';
import { ShopFault } from '@comptoir/core/shop-sync/shop-gateway.js';
import type { KnownRows } from './known-rows.js';
import { type Row, scalar } from './row.js';
import { linked, sortedById } from './row-lists.js';
import { type Asking, type Query, type ShopCalls, Trouble } from './shop-calls.js';
import { SETTING_NAMES, type ShopSettings, settingsOf } from './shop-settings.js';

/** Values in one filter: an address stays well below what web servers take. */
const VALUES_MAX = 250;

/** Reads of lists, each a few requests whatever number of records is asked for. */
export interface ShopReads {
  list(resource: string, query: Query, asking: Asking): Promise<readonly Row[]>;
  /** Records whose field has one of the values, whole or of these `fields` (`[id,name]`). Throws as `ShopCalls.list`. */
  where(resource: string, field: string, values: Iterable<string | null>, asking: Asking, fields?: string): Promise<readonly Row[]>;
  /** The same; null: the key may not read them. */
  whereReadable(
    resource: string,
    field: string,
    values: Iterable<string | null>,
    asking: Asking,
    fields?: string,
  ): Promise<readonly Row[] | null>;
  /** Records by their ids, those that many refer to: asked for once in some minutes. Those that are not there are left out. */
  known(resource: string, ids: Iterable<string | null>, signal: StopSignal): Promise<ReadonlyMap<string, Row>>;
  /** The same; null: the key may not read them. */
  knownReadable(resource: string, ids: Iterable<string | null>, signal: StopSignal): Promise<ReadonlyMap<string, Row> | null>;
  /** All whose field has the value, asked for once in some minutes; null: the key may not read them. */
  knownWhereReadable(resource: string, field: string, value: string, signal: StopSignal): Promise<readonly Row[] | null>;
  /** The ids of all whose field has the value, asked for once in some minutes; null: the key may not read them. */
  knownIds(resource: string, field: string, value: string, signal: StopSignal): Promise<readonly string[] | null>;
  /** Which of the ids are there; null: the key may not read them. */
  existing(resource: string, ids: Iterable<string | null>, asking: Asking): Promise<ReadonlySet<string> | null>;
  settings(signal: StopSignal): Promise<ShopSettings>;
}

const SETTINGS = 'configurations';

export function makeShopReads(calls: ShopCalls, memory: KnownRows): ShopReads {
  const understood = new WeakMap<readonly Row[], ShopSettings>();

  async function settings(signal: StopSignal): Promise<ShopSettings> {
    const query = { display: '[id,name,value]', 'filter[name]': among(SETTING_NAMES) };
    const rows = await once(SETTINGS, 'all', () => calls.list(SETTINGS, query, { signal, patience: 'patient' }));
    const known = understood.get(rows) ?? settingsOf(rows);
    understood.set(rows, known);
    return known;
  }

  /** A list that is kept for some minutes. */
  async function once(resource: string, name: string, read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    const kept = memory.recallList(resource, name);
    if (kept !== undefined) return kept;
    const rows = await shared(read());
    memory.rememberList(resource, name, rows);
    return rows;
  }

  async function where(
    resource: string,
    field: string,
    values: Iterable<string | null>,
    asking: Asking,
    fields = 'full',
  ): Promise<readonly Row[]> {
    const { languageId } = await settings(asking.signal);
    const shape: Query = { display: fields, ...(languageId === null ? {} : { language: languageId }) };
    return inParts(values, (part) => calls.list(resource, { [`filter[${field}]`]: among(part), ...shape }, asking));
  }

  async function known(resource: string, ids: Iterable<string | null>, signal: StopSignal): Promise<ReadonlyMap<string, Row>> {
    const asked = given(ids);
    const unknown = asked.filter((id) => memory.recall(resource, id) === undefined);
    if (unknown.length > 0) await learn(resource, unknown, signal);
    const found = new Map<string, Row>();
    for (const id of asked) {
      const row = memory.recall(resource, id);
      if (row !== null && row !== undefined) found.set(id, row);
    }
    return found;
  }

  async function learn(resource: string, ids: readonly string[], signal: StopSignal): Promise<void> {
    const rows = await shared(where(resource, 'id', ids, { signal, patience: 'patient' }));
    const byId = new Map(rows.map((row) => [scalar(row['id']), row]));
    for (const id of ids) memory.remember(resource, id, byId.get(id) ?? null);
  }

  /** A resource that the key may not read is not asked for again at once: refusals in a row look like an attack to hosts. */
  async function ifReadable<Result>(resource: string, read: () => Promise<Result>): Promise<Result | null> {
    if (memory.recall(resource, UNREADABLE) !== undefined) return null;
    try {
      return await read();
    } catch (fault) {
      if (!(fault instanceof ShopFault) || fault.kind !== 'unreadable') throw fault;
      memory.remember(resource, UNREADABLE, null);
      return null;
    }
  }

  return {
    list: calls.list,
    where,
    whereReadable: (resource, field, values, asking, fields) => ifReadable(resource, () => where(resource, field, values, asking, fields)),
    known,
    knownReadable: (resource, ids, signal) => ifReadable(resource, () => known(resource, ids, signal)),
    knownWhereReadable: (resource, field, value, signal) =>
      ifReadable(resource, () => once(resource, value, () => where(resource, field, [value], { signal, patience: 'patient' }))),
    knownIds: (resource, field, value, signal) =>
      ifReadable(resource, async () => {
        const read = () => calls.list(resource, { [`filter[${field}]`]: among([value]) }, { signal, patience: 'patient' });
        return linked(await once(resource, `ids ${field} ${value}`, read), 'id');
      }),
    existing: (resource, ids, asking) =>
      ifReadable(resource, async () => {
        const rows = await inParts(ids, (part) => calls.list(resource, { 'filter[id]': among(part) }, asking));
        return new Set(rows.map((row) => scalar(row['id'])));
      }),
    settings,
  };
}

/** What all records refer to is no bad record among good ones: when it cannot be read, none can. */
async function shared<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (fault) {
    throw fault instanceof Trouble ? new ShopFault('unreachable', fault.message) : fault;
  }
}

function given(values: Iterable<string | null>): readonly string[] {
  return [...new Set(values)].filter((value) => value !== null);
}

/** By their numbers: the shop lists them in any order, and what is made of them must not differ from one read to the next. */
async function inParts(
  values: Iterable<string | null>,
  read: (part: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const all = given(values);
  const parts: (readonly Row[])[] = [];
  for (let from = 0; from < all.length; from += VALUES_MAX) parts.push(await read(all.slice(from, from + VALUES_MAX)));
  return sortedById(parts.flat());
}

const UNREADABLE = 'unreadable';

/** `[a|b|c]`. A comma would mean a range of two values, and of more it would silently be the first alone. */
export function among(values: readonly string[]): string {
  return `[${values.join('|')}]`;
}
