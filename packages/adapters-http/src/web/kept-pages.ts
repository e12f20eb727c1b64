import { createHash } from 'node:crypto';
import type { EncodedBody } from '../kit/encoded-body.js';
import { encodePage } from './send-page.js';

interface KeptPage {
  /** A digest of what it shows: a page of every item of a shop would keep the shop as often. */
  readonly of: string;
  readonly renderedAt: number;
  readonly body: EncodedBody;
}

/** "Open until", "today" and the like may be this much out of date. */
const PAGE_LIFETIME_MS = 60_000;

/** Pages kept in memory; beyond it the one rendered longest ago goes. */
const PAGES_MAX = 500;

/** Gives the page of this name that shows the content, rendering it where it has to be. */
export type KeptPages = (name: string, content: unknown, now: Date, render: () => string) => EncodedBody;

/**
 * Pages of a menu, a shop or a museum, rendered and compressed once for as long as it is exactly the same, pickup times and stock included.
 * Looking at it first costs next to nothing beside rendering it, and so no page is ever out of date.
 */
export function makeKeptPages(): KeptPages {
  const kept = new Map<string, KeptPage>();

  return (name, content, now, render) => {
    const of = createHash('sha256').update(JSON.stringify(content)).digest('base64');
    const known = kept.get(name);
    if (known?.of === of && now.getTime() - known.renderedAt < PAGE_LIFETIME_MS) return known.body;
    const body = encodePage(render());
    kept.delete(name);
    kept.set(name, { of, renderedAt: now.getTime(), body });
    for (const oldest of kept.keys()) {
      if (kept.size <= PAGES_MAX) break;
      kept.delete(oldest);
    }
    return body;
  };
}
