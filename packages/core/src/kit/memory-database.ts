import type { TenantScope } from './scope.js';
import type { Transact } from './transact.js';

/** What can be read of a table. */
export interface MemoryRows<Row> {
  get(key: string): Row | undefined;
  values(): Iterable<Row>;
}

/** A table in memory. Reads see what the open transaction wrote. Rows are values: never changed in place. */
export interface MemoryTable<Row> extends MemoryRows<Row> {
  set(key: string, row: Row): void;
  delete(key: string): boolean;
  keys(): Iterable<string>;
  /** The rows without what the open transaction wrote: what views read. */
  readonly committed: MemoryRows<Row>;
}

export interface MemoryDatabase<Stores> {
  /** What is seen from outside transactions. */
  readonly stores: Stores;
  /** Hands `work` the same stores as the transaction sees them: `committed` includes what it wrote itself. */
  readonly transact: Transact<Stores>;
}

export type MakeTable = <Row>() => MemoryTable<Row>;

/** How a table ends a transaction. */
interface Ending {
  commit(): void;
  undo(): void;
}

/**
 * Stores without a database, for tests and small hosts: one transaction at a time, undone when it throws.
 * `build` receives a table factory; every table made by it takes part in the transactions.
 */
export function makeMemoryDatabase<Stores>(build: (table: MakeTable) => Stores): MemoryDatabase<Stores> {
  const endings: Ending[] = [];
  let tail: Promise<unknown> = Promise.resolve();
  const tables: MemoryTable<unknown>[] = [];
  const stores = build(<Row>() => {
    const { table, ending } = makeTable<Row>();
    endings.push(ending);
    tables.push(table as MemoryTable<unknown>);
    return table;
  });
  // `build` asks for its tables in the same order each time: it gets the same ones, as the open transaction sees them.
  const ofTransaction = tables.map((table) => ({ ...table, committed: table })).values();
  const inside = build(<Row>() => ofTransaction.next().value as MemoryTable<Row>);

  async function run<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
    try {
      const result = await work(inside);
      for (const ending of endings) ending.commit();
      return result;
    } catch (error) {
      for (const ending of endings) ending.undo();
      throw error;
    }
  }

  return {
    stores,
    transact: (_scope: TenantScope, work) => {
      const mine = tail.then(() => run(work));
      tail = mine.catch(() => undefined);
      return mine;
    },
  };
}

function makeTable<Row>(): { table: MemoryTable<Row>; ending: Ending } {
  const rows = new Map<string, Row>();
  /** What the open transaction found under the keys it wrote to; undefined: nothing. */
  const found = new Map<string, Row | undefined>();
  const keepFound = (key: string) => {
    if (!found.has(key)) found.set(key, rows.get(key));
  };
  const putBack = (into: Map<string, Row>) => {
    for (const [key, row] of found) {
      if (row === undefined) into.delete(key);
      else into.set(key, row);
    }
    return into;
  };
  return {
    table: {
      get: (key) => rows.get(key),
      values: () => rows.values(),
      keys: () => rows.keys(),
      set: (key, row) => {
        keepFound(key);
        rows.set(key, row);
      },
      delete: (key) => {
        keepFound(key);
        return rows.delete(key);
      },
      committed: {
        get: (key) => (found.has(key) ? found.get(key) : rows.get(key)),
        values: () => (found.size === 0 ? rows.values() : putBack(new Map(rows)).values()),
      },
    },
    ending: {
      // Clearing a map makes it anew, and of all the tables a transaction writes to few.
      commit: () => {
        if (found.size > 0) found.clear();
      },
      undo: () => {
        if (found.size === 0) return;
        putBack(rows);
        found.clear();
      },
    },
  };
}
