import type { CallOutcome } from '@comptoir/core/kit/outgoing-http.js';
import type { Dispatcher } from 'undici';
import { AnswerHead } from './answer-head.js';

/** As `AnswerHead`, and waits for the beginning of the body too, within the same time: what has come when that is over, or the answer breaks off, is the text. */
export class AnswerText extends AnswerHead {
  readonly #bytesMax: number;
  readonly #heard: Heard;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(timeoutMs: number, bytesMax: number, say: (outcome: CallOutcome) => void) {
    const heard = new Heard(timeoutMs, say, () => this.#text());
    super(timeoutMs, (outcome) => heard.head(outcome));
    this.#bytesMax = bytesMax;
    this.#heard = heard;
  }

  override onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    super.onResponseData(controller, chunk);
    if (this.#bytes >= this.#bytesMax) return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes >= this.#bytesMax) this.#heard.end();
  }

  override onResponseEnd(): void {
    this.#heard.end();
  }

  override onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    super.onResponseError(controller, error);
    this.#heard.end();
  }

  #text(): string {
    return Buffer.concat(this.#chunks).subarray(0, this.#bytesMax).toString('utf8');
  }
}

/** Keeps the head of an answer back until its text has come, and says what was heard once. */
class Heard {
  readonly #say: (outcome: CallOutcome) => void;
  readonly #text: () => string;
  readonly #timer: NodeJS.Timeout;
  #outcome: CallOutcome | null = null;

  constructor(timeoutMs: number, say: (outcome: CallOutcome) => void, text: () => string) {
    this.#say = say;
    this.#text = text;
    this.#timer = setTimeout(() => this.end(), timeoutMs);
  }

  head(outcome: CallOutcome): void {
    this.#outcome ??= outcome;
    if (outcome.kind !== 'answered') this.end();
  }

  end(): void {
    if (this.#outcome === null) return;
    clearTimeout(this.#timer);
    this.#say(this.#outcome.kind === 'answered' ? { ...this.#outcome, text: this.#text() } : this.#outcome);
  }
}
