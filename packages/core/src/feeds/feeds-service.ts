import type { KeyCaller } from '../api-keys/keys-service.js';
import type { RateState } from '../kit/rate-limit.js';

/** What can be fed (decisions §6). A kind whose content the platform does not hold yet is an empty feed. */
export const FEED_KINDS = ['products', 'articles', 'posts', 'classifiedAds'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** A feed, whichever format it is written in. */
export interface Feed {
  readonly title: string;
  readonly homePageUrl: string;
  readonly description: string | null;
  readonly language: string;
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** Plain text. */
  readonly summary: string | null;
  readonly image: string | null;
  readonly tags: readonly string[];
  readonly publishedAt: Date | null;
  /** Products: cents and ISO 4217. */
  readonly price: { readonly cents: number; readonly currency: string } | null;
}

export interface FeedsService {
  /**
   * The feed of the key's establishment. Takes one from the key's hourly limit (exact, shared by all processes).
   * Throws `forbidden` (the key is not for this feed), `rate_limited`.
   */
  read(caller: KeyCaller, kind: FeedKind): Promise<{ readonly feed: Feed; readonly rate: RateState }>;
}
