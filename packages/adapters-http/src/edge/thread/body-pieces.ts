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
      return { chunk, done: await isOverSoon(ahead) };
    },
    cancel: () => reader.cancel().catch(() => undefined),
  };
}

/** A body that is there as a whole says that it has ended two turns after its only piece. */
const TURNS = 4;

async function isOverSoon(ahead: Promise<{ readonly done: boolean }>): Promise<boolean> {
  let isOver = false;
  ahead.then(
    ({ done }) => {
      isOver = done;
    },
    // It is met again, and told, by who asks for that piece.
    () => undefined,
  );
  for (let turn = 0; turn < TURNS && !isOver; turn += 1) await Promise.resolve();
  return isOver;
}
