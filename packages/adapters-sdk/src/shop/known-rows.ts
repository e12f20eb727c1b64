import type { Clock } from '@comptoir/core/kit/clock.js';
import { putBounded } from '@comptoir/core/kit/put-bounded.js';
import type { Row } from './row.js';

/** Long enough for a run not to ask twice, short enough that a renamed state shows soon. */
const KEPT_MS = 300_000;
const KEPT_MAX = 20_000;

/** Records that many others refer to, such as states of orders and taxes, believed for some minutes. */
export interface KnownRows {
  /** Null: the shop does not have it; undefined: not known (any more). */
  recall(resource: string, id: string): Row | null | undefined;
  remember(resource: string, id: string, row: Row | null): void;
  recallList(resource: string, name: string): readonly Row[] | undefined;
  rememberList(resource: string, name: string, rows: readonly Row[]): void;
}

export function makeKnownRows(clock: Clock): KnownRows {
  const rows = makeKept<Row | null>(clock);
  const lists = makeKept<readonly Row[]>(clock);
  return {
    recall: (resource, id) => rows.recall(`${resource} ${id}`),
    remember: (resource, id, row) => rows.remember(`${resource} ${id}`, row),
    recallList: (resource, name) => lists.recall(`${resource} ${name}`),
    rememberList: (resource, name, list) => lists.remember(`${resource} ${name}`, list),
  };
}

function makeKept<Value>(clock: Clock) {
  const kept = new Map<string, { readonly value: Value; readonly until: number }>();
  return {
    recall(key: string): Value | undefined {
      const one = kept.get(key);
      return one === undefined || one.until <= clock.now().getTime() ? undefined : one.value;
    },
    remember(key: string, value: Value): void {
      putBounded(kept, key, { value, until: clock.now().getTime() + KEPT_MS }, KEPT_MAX);
    },
  };
}
