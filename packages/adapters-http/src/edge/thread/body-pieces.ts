import { setImmediate } from 'node:timers/promises';

export interface Piece {
  readonly chunk: Uint8Array<ArrayBuffer> | null;
  readonly done: boolean;
}

export interface Pieces {
  /** The next piece of the body. `done` comes with the last one where that can be known at once, which saves small answers a message. */
  next(): Promise<Piece>;
  /** A body that cannot be cancelled is left to itself: nobody reads it any more. */
  cancel(): Promise<void>;
}

/** Takes a body apart. Each piece is a copy, so that it can be given away. */
export function piecesOf(body: ReadableStream<unknown> | null): Pieces {
  if (body === null) return { next: async () => ({ chunk: null, done: true }), cancel: async () => undefined };
  const reader = body.getReader();
  let ahead = reader.read();
  return {
    async next() {
      const { value, done } = await ahead;
      if (done) return { chunk: null, done: true };
      if (!(value instanceof Uint8Array)) throw new TypeError('A body must be made of bytes (Uint8Array).');
      const chunk = new Uint8Array(value);
      ahead = reader.read();
      const ended = ahead.then(
        (last) => last.done,
        // It is met again, and told, by who asks for that piece.
        () => false,
      );
      return { chunk, done: await Promise.race([ended, setImmediate(false)]) };
    },
    cancel: () => reader.cancel().catch(() => undefined),
  };
}
