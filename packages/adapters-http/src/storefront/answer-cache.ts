import type { Clock } from '@comptoir/core/kit/clock.js';
import type { Signal, Signals } from '@comptoir/core/kit/signals.js';
import { type EncodedBody, encodeBody } from '../kit/encoded-body.js';

/** Answers kept at once. Beyond it the one rendered longest ago goes. */
const KEPT_MAX = 1000;

interface Entry {
  readonly rendering: Promise<EncodedBody>;
  readonly expiresAt: number;
  /** Set when the rendering is done. */
  body: EncodedBody | undefined;
}

/** Public answers by what was asked: the slug of their establishment, unless told. */
export interface AnswerCache<Asked = string> {
  /** The answer as bytes; throws what making it throws. */
  get(asked: Asked): Promise<EncodedBody>;
  /** The answer when it is made and fresh, without waiting. */
  ready(asked: Asked): EncodedBody | undefined;
}

export interface AnswerCacheOptions<Asked> {
  /** What is answered, as JSON will say it. */
  readonly make: (asked: Asked) => Promise<unknown>;
  /** The same text for the same answer. */
  readonly keyOf: (asked: Asked) => string;
  readonly lifetimeSecs: number;
  /** True for news after which answers may be out of date. */
  readonly isDroppedBy: (signal: Signal) => boolean;
  readonly clock: Clock;
  readonly signals: Signals;
}

/**
 * Answers for as long as they live. Callers who ask at the same time wait for one. A change in this process drops all of them,
 * which costs one making each; other processes serve theirs until they expire.
 */
export function makeAnswerCache<Asked>({
  make,
  keyOf,
  lifetimeSecs,
  isDroppedBy,
  clock,
  signals,
}: AnswerCacheOptions<Asked>): AnswerCache<Asked> {
  const entries = new Map<string, Entry>();
  signals.listen((signal) => {
    if (isDroppedBy(signal)) entries.clear();
  });

  function render(asked: Asked): Promise<EncodedBody> {
    const key = keyOf(asked);
    const rendering = make(asked).then((answer) => encodeBody('application/json; charset=utf-8', JSON.stringify(answer)));
    const now = clock.now().getTime();
    const entry: Entry = { rendering, expiresAt: now + lifetimeSecs * 1000, body: undefined };
    entries.delete(key);
    entries.set(key, entry);
    dropOldest(entries, now);
    rendering.then(
      (body) => {
        entry.body = body;
      },
      // A refusal is not kept: the establishment may exist a moment later.
      () => {
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    return rendering;
  }

  function fresh(asked: Asked): Entry | undefined {
    const entry = entries.get(keyOf(asked));
    return entry !== undefined && entry.expiresAt > clock.now().getTime() ? entry : undefined;
  }

  return {
    get: (asked) => fresh(asked)?.rendering ?? render(asked),
    ready: (asked) => fresh(asked)?.body,
  };
}

/** Entries stand in the order they were rendered in: what has expired is in front, and so is what goes first. */
function dropOldest(entries: Map<string, Entry>, now: number): void {
  for (const [key, { expiresAt }] of entries) {
    if (expiresAt > now && entries.size <= KEPT_MAX) return;
    entries.delete(key);
  }
}

/** For answers by slug. */
export function bySlug(slug: string): string {
  return slug;
}
