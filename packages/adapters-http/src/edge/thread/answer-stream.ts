import { Readable } from 'node:stream';

export interface PieceSource {
  /** Asks for the next piece; it comes by `push`. */
  more(): void;
  /** Nobody reads any more. */
  cancel(): void;
}

export interface AnswerStream {
  readonly stream: Readable;
  push(chunk: Uint8Array | null, done: boolean): void;
  fail(error: Error): void;
}

/**
 * A body that comes piece by piece, each when the one before was taken. `first` is there already. One whose source lets a reader wait longer than
 * `stallMs` fails.
 */
export function makeAnswerStream(first: Uint8Array | null, source: PieceSource, stallMs: number): AnswerStream {
  let timer: NodeJS.Timeout | undefined;
  let unread = first;

  function ask(): void {
    timer = setTimeout(() => stream.destroy(new Error('the site stopped in the middle of an answer')), stallMs);
    source.more();
  }

  const stream = new Readable({
    read() {
      if (unread === null || unread.length === 0) ask();
      else stream.push(unread);
      unread = null;
    },
    destroy(error, callback) {
      clearTimeout(timer);
      if (!stream.readableEnded) source.cancel();
      callback(error);
    },
  });

  return {
    stream,
    push(chunk, done) {
      clearTimeout(timer);
      if (stream.destroyed) return;
      if (chunk !== null && chunk.length > 0) stream.push(chunk);
      if (done) stream.push(null);
      // An empty piece satisfies nobody, so the reader would never ask again.
      else if (chunk === null || chunk.length === 0) ask();
    },
    fail: (error) => void stream.destroy(error),
  };
}
