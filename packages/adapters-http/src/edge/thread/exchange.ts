import type { Readable } from 'node:stream';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { type AnswerStream, makeAnswerStream } from './answer-stream.js';
import type { AboutRequest } from './messages.js';

export interface SiteAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | Readable;
}

/** What an exchange needs of its thread. */
export interface ExchangeDeps {
  readonly answerMs: number;
  readonly stallMs: number;
  /** Says something about this request. */
  say(kind: 'more' | 'cancel'): void;
  /** The thread does not answer any more. */
  hung(): void;
  /** Called once: nothing more is expected. */
  over(): void;
}

/** One request to a thread, and what comes back for it. */
export interface Exchange {
  readonly answer: Promise<SiteAnswer>;
  receive(message: AboutRequest): void;
  /** The thread is gone. */
  fail(error: DomainError): void;
  /** The caller is gone. The time goes on until the thread agrees: one that hangs is found out even when nobody waits. */
  cancel(): void;
}

export function makeExchange({ answerMs, stallMs, say, hung, over }: ExchangeDeps): Exchange {
  const { promise: answer, resolve, reject } = settleable<SiteAnswer>();
  let stream: AnswerStream | null = null;
  let isOver = false;
  let timer = setTimeout(() => {
    // Whether it agrees tells one that is slow from one that hangs.
    say('cancel');
    fail(new DomainError('site_timeout'));
    hung();
  }, answerMs);

  function end(): void {
    clearTimeout(timer);
    if (!isOver) over();
    isOver = true;
  }

  function fail(error: DomainError): void {
    end();
    reject(error);
    stream?.fail(error);
  }

  function begin({ status, headers, chunk, done }: Extract<AboutRequest, { kind: 'head' }>): void {
    clearTimeout(timer);
    if (done) {
      end();
      resolve({ status, headers, body: bufferOf(chunk) });
      return;
    }
    stream = makeAnswerStream(chunk, { more: () => say('more'), cancel: stopReading }, stallMs);
    resolve({ status, headers, body: stream.stream });
  }

  /** A thread that does not agree in time hangs; one that only was slow goes on. */
  function stopReading(): void {
    if (isOver) return;
    say('cancel');
    timer = setTimeout(() => {
      end();
      hung();
    }, answerMs);
  }

  function passOn({ chunk, done }: Extract<AboutRequest, { kind: 'piece' }>): void {
    if (done) end();
    stream?.push(chunk, done);
  }

  return {
    answer,
    receive(message) {
      if (message.kind === 'head') begin(message);
      else if (message.kind === 'piece') passOn(message);
      else fail(message.kind === 'fault' ? failed(message.fault) : leftAlone());
    },
    fail,
    cancel: () => say('cancel'),
  };
}

/** The same memory, not a copy. */
function bufferOf(chunk: Uint8Array | null): Buffer {
  return chunk === null ? Buffer.alloc(0) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
}

/** A fault of the site, which is told to the log alone. */
function failed(fault: string): DomainError {
  return new DomainError('internal', { cause: new Error(fault) });
}

function leftAlone(): DomainError {
  return new DomainError('invalid_request', { message: 'The caller did not wait for the answer.' });
}

function settleable<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
