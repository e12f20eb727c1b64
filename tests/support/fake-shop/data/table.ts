import type { Row } from './model.js';

/** Rows by id, in the order of their ids as long as nobody names one, and by one other column. */
export class Table<Kept extends Row> {
  readonly #rows = new Map<number, Kept>();
  readonly #groups = new Map<number, Kept[]>();
  readonly #groupOf: ((row: Kept) => number) | null;
  #lastId = 0;

  constructor(groupOf: ((row: Kept) => number) | null = null) {
    this.#groupOf = groupOf;
  }

  get size(): number {
    return this.#rows.size;
  }

  nextId(): number {
    return this.#lastId + 1;
  }

  /** A row of an id that is there already replaces nothing: rows are changed in place. */
  add<Added extends Kept>(row: Added): Added {
    this.#rows.set(row.id, row);
    this.#lastId = Math.max(this.#lastId, row.id);
    if (this.#groupOf !== null) this.#groupFor(this.#groupOf(row)).push(row);
    return row;
  }

  #groupFor(key: number): Kept[] {
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const made: Kept[] = [];
    this.#groups.set(key, made);
    return made;
  }

  get(id: number): Kept | undefined {
    return this.#rows.get(id);
  }

  /** Throws for an id that is not there. */
  need(id: number): Kept {
    const row = this.#rows.get(id);
    if (row === undefined) throw new Error(`The fake shop has no row ${id} there.`);
    return row;
  }

  all(): Iterable<Kept> {
    return this.#rows.values();
  }

  group(key: number): readonly Kept[] {
    return this.#groups.get(key) ?? [];
  }

  delete(id: number): void {
    const row = this.#rows.get(id);
    this.#rows.delete(id);
    if (row === undefined || this.#groupOf === null) return;
    const key = this.#groupOf(row);
    this.#groups.set(
      key,
      this.group(key).filter((kept) => kept.id !== id),
    );
  }
}
