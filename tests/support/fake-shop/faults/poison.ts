import { type Answer, bodyAnswer } from '../service/answer.js';

/** What is wrong with a record. */
export type Spoiled =
  /** The shop itself answers 500 for everything that the record is a part of. */
  | { readonly kind: 'crash' }
  /** Fields hold something else; `null` is written as it is. */
  | { readonly kind: 'set'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'drop'; readonly fields: readonly string[] };

/** Records that the shop cannot hand over, or hands over as nonsense. */
export class Poison {
  readonly #records = new Map<string, Spoiled>();

  put(resource: string, id: number, spoiled: Spoiled): void {
    this.#records.set(`${resource}/${id}`, spoiled);
  }

  cure(resource: string, id: number): void {
    this.#records.delete(`${resource}/${id}`);
  }

  clear(): void {
    this.#records.clear();
  }

  /** Null: none of them makes the shop fall over. */
  crash(resource: string, rows: readonly { readonly id: number }[]): Answer | null {
    if (this.#records.size === 0 || !rows.some(({ id }) => this.#of(resource, id)?.kind === 'crash')) return null;
    const message = '[PHP Unknown error #8192] number_format(): Passing null to parameter #1 ($num) of type float is deprecated';
    return bodyAnswer(JSON.stringify({ errors: [{ code: 2, message }] }), 'json', 500);
  }

  /** The record as an answer shows it. */
  spoil(resource: string, id: number, record: string): string {
    const spoiled = this.#records.size === 0 ? undefined : this.#of(resource, id);
    if (spoiled === undefined || spoiled.kind === 'crash') return record;
    const fields = JSON.parse(record) as Record<string, unknown>;
    if (spoiled.kind === 'set') return JSON.stringify({ ...fields, ...spoiled.fields });
    return JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([name]) => !spoiled.fields.includes(name))));
  }

  #of(resource: string, id: number): Spoiled | undefined {
    return this.#records.get(`${resource}/${id}`);
  }
}
