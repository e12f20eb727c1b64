import type { CarteService } from '@comptoir/core/carte/carte-service.js';
import type { Clock } from '@comptoir/core/kit/clock.js';
import type { Signals } from '@comptoir/core/kit/signals.js';
import { type EncodedBody, encodeBody } from '../kit/encoded-body.js';

/** Lifetime of the public menu (interfaces, "Limits"). */
export const CARTE_CACHE_SECS = 60;

/** Establishments kept at once. Beyond it the one rendered longest ago goes. */
const KEPT_MAX = 1000;

interface Entry {
  readonly rendering: Promise<EncodedBody>;
  readonly expiresAt: number;
  /** Set when the rendering is done. */
  body: EncodedBody | undefined;
}

export interface CarteCache {
  /** The menu as bytes; throws `unknown_shop`. */
  get(slug: string): Promise<EncodedBody>;
  /** The menu when it is rendered and fresh, without waiting. */
  ready(slug: string): EncodedBody | undefined;
}

/**
 * Rendered menus for one minute. Callers who ask at the same time wait for one rendering. A change of an establishment in this
 * process drops everything, which costs one rendering each; other processes serve theirs until it expires.
 */
export function makeCarteCache(deps: { carte: CarteService; clock: Clock; signals: Signals }): CarteCache {
  const entries = new Map<string, Entry>();
  deps.signals.listen((signal) => {
    if (signal.kind === 'site-changed') entries.clear();
  });

  function render(slug: string): Promise<EncodedBody> {
    const rendering = deps.carte.bySlug(slug).then((carte) => encodeBody('application/json; charset=utf-8', JSON.stringify(carte)));
    const now = deps.clock.now().getTime();
    const entry: Entry = { rendering, expiresAt: now + CARTE_CACHE_SECS * 1000, body: undefined };
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
    return entry !== undefined && entry.expiresAt > deps.clock.now().getTime() ? entry : undefined;
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
