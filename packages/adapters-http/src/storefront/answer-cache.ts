import type { Clock } from '@comptoir/core/kit/clock.js';
import type { Signal, Signals } from '@comptoir/core/kit/signals.js';
import { type EncodedBody, encodeBody } from '../kit/encoded-body.js';

/** Establishments kept at once. Beyond it the one rendered longest ago goes. */
const KEPT_MAX = 1000;

interface Entry {
  readonly rendering: Promise<EncodedBody>;
  readonly expiresAt: number;
  /** Set when the rendering is done. */
  body: EncodedBody | undefined;
}

/** Public answers by the slug of their establishment. */
export interface AnswerCache {
  /** The answer as bytes; throws what making it throws. */
  get(slug: string): Promise<EncodedBody>;
  /** The answer when it is made and fresh, without waiting. */
  ready(slug: string): EncodedBody | undefined;
}

export interface AnswerCacheOptions {
  /** What is answered, as JSON will say it. */
  readonly make: (slug: string) => Promise<unknown>;
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
export function makeAnswerCache({ make, lifetimeSecs, isDroppedBy, clock, signals }: AnswerCacheOptions): AnswerCache {
  const entries = new Map<string, Entry>();
  signals.listen((signal) => {
    if (isDroppedBy(signal)) entries.clear();
  });

  function render(slug: string): Promise<EncodedBody> {
    const rendering = make(slug).then((answer) => encodeBody('application/json; charset=utf-8', JSON.stringify(answer)));
    const now = clock.now().getTime();
    const entry: Entry = { rendering, expiresAt: now + lifetimeSecs * 1000, body: undefined };
    entries.delete(slug);
    entries.set(slug, entry);
    dropOldest(entries, now);
    rendering.then(
      (body) => {
        entry.body = body;
      },
      // A refusal is not kept: the establishment may exist a moment later.
      () => {
        if (entries.get(slug) === entry) entries.delete(slug);
      },
    );
    return rendering;
  }

  function fresh(slug: string): Entry | undefined {
    const entry = entries.get(slug);
    return entry !== undefined && entry.expiresAt > clock.now().getTime() ? entry : undefined;
  }

  return {
    get: (slug) => fresh(slug)?.rendering ?? render(slug),
    ready: (slug) => fresh(slug)?.body,
  };
}

/** Entries stand in the order they were rendered in: what has expired is in front, and so is what goes first. */
function dropOldest(entries: Map<string, Entry>, now: number): void {
  for (const [slug, { expiresAt }] of entries) {
    if (expiresAt > now && entries.size <= KEPT_MAX) return;
    entries.delete(slug);
  }
}
