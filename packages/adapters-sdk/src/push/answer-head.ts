import type { CallOutcome } from '@comptoir/core/kit/outgoing-http.js';
import type { Dispatcher } from 'undici';
import { ForbiddenAddress } from './checked-connector.js';
import { faultCode } from './fault-code.js';
import { retryAfterSecs } from './retry-after.js';

/** An answer that goes on for longer is cut: only then is its connection not used again. */
const BODY_BYTES_MAX = 64 * 1024;

/** Waits for the head of an answer and says what came of the call, once. */
export class AnswerHead implements Dispatcher.DispatchHandler {
  readonly #say: (outcome: CallOutcome) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #isOverdue = false;
  #bodyBytes = 0;

  constructor(timeoutMs: number, say: (outcome: CallOutcome) => void) {
    this.#say = say;
    this.#timer = setTimeout(() => this.#giveUp(), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOverdue) controller.abort(new Error('overdue'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    clearTimeout(this.#timer);
    const { 'retry-after': retryAfter } = headers;
    const header = typeof retryAfter === 'string' ? retryAfter : retryAfter?.[0];
    this.#say({ kind: 'answered', status, retryAfterSecs: retryAfterSecs(header, new Date()) });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyBytes += chunk.length;
    if (this.#bodyBytes > BODY_BYTES_MAX) controller.abort(new Error('more than is read'));
  }

  onResponseEnd(): void {}

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#timer);
    if (error instanceof ForbiddenAddress) this.#say({ kind: 'forbidden', reason: error.message });
    else this.#say({ kind: 'unreachable', reason: `No connection: ${faultCode(error)}.` });
  }

  #giveUp(): void {
    this.#isOverdue = true;
    this.#say({ kind: 'timed-out' });
    this.#controller?.abort(new Error('overdue'));
  }
}
