import { Readable } from 'node:stream';
import type { Outcome, Rendering } from './calls.js';
import { encode } from './encode.js';

/**
 * The lines of tRPC's streamed batches (JSON lines): a head that promises one chunk per call, then for every call that is done
 * three chunks, each fulfilling a promise (`[id, 0, value]`) and, but for the last, making the next: `{result}`, `{data}`, the data.
 */
export interface Lines {
  readonly head: string;
  /** How the call at that place is written. */
  of(index: number): Rendering;
}

const FULFILLED = 0;
const PROMISE = 0;

export function linesFor(calls: number): Lines {
  let lastId = calls - 1;
  const promised = (id: number) => [[0], [null, PROMISE, id]];
  const fulfilled = (id: number, ...value: readonly unknown[]) => `${encode([id, FULFILLED, value])}\n`;
  return {
    head: `${encode(Object.fromEntries(Array.from({ length: calls }, (_, index) => [index, promised(index)])))}\n`,
    of: (index) => ({
      result(value) {
        const [result, data] = [lastId + 1, lastId + 2];
        const last = fulfilled(data, value === undefined ? [] : [value]);
        lastId = data;
        return (
          fulfilled(index, [{ result: 0 }], ['result', PROMISE, result]) + fulfilled(result, [{ data: 0 }], ['data', PROMISE, data]) + last
        );
      },
      error: (error) => fulfilled(index, [{ error }]),
    }),
  };
}

/** A body of the head and then the outcomes, each as soon as it is there. */
export function streamOf(head: string, outcomes: readonly Promise<Outcome>[]): Readable {
  const body = new Readable({ read: () => undefined });
  body.push(head);
  const written = outcomes.map(async (outcome) => body.push((await outcome).text));
  Promise.all(written).then(
    () => body.push(null),
    (error: Error) => body.destroy(error),
  );
  return body;
}
