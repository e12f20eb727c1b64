import type { KeyCaller } from '../api-keys/keys-service.js';
import { type Category, type Item, lowestPriceCents } from '../catalogue/item.js';
import type { Clock } from '../kit/clock.js';
import { DomainError } from '../kit/errors.js';
import { RateLimited, type RateState } from '../kit/rate-limit.js';
import type { Transact } from '../kit/transact.js';
import type { Site } from '../sites/site.js';
import type { Stores, Views } from '../stores.js';

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
   * Throws `forbidden` (the key is not for this feed), `unknown_shop` (its establishment is gone), `rate_limited`.
   */
  read(caller: KeyCaller, kind: FeedKind): Promise<{ readonly feed: Feed; readonly rate: RateState }>;
}

/** Addresses of the storefront, which only the host knows. */
export interface StorefrontLinks {
  /** The page with everything the establishment sells. */
  menu(slug: string): string;
  /** The whole address of a picture, which an item may name by its path alone; null when it cannot be one. */
  picture(pathOrAddress: string): string | null;
}

export interface FeedsDeps {
  readonly transact: Transact<Pick<Stores, 'rateLimits'>>;
  readonly views: Pick<Views, 'catalogue' | 'sites'>;
  readonly clock: Clock;
  readonly links: StorefrontLinks;
}

/** Calls per hour of a key that has no limit of its own. */
export const FEED_RATE_PER_HOUR = 1000;

export function makeFeedsService({ transact, views, clock, links }: FeedsDeps): FeedsService {
  async function take({ key, scope }: KeyCaller): Promise<RateState> {
    const policy = { limit: key.ratePerHour ?? FEED_RATE_PER_HOUR, windowSecs: 3600 };
    const rate = await transact(scope, ({ rateLimits }) => rateLimits.take(scope, `feed ${key.id}`, policy, clock.now()));
    if (!rate.taken) throw new RateLimited(rate);
    return rate;
  }

  async function productsOf(site: Site, scope: KeyCaller['scope']): Promise<readonly FeedItem[]> {
    const { items, categories } = await views.catalogue.menu(scope);
    return items.map((item) => productOf(item, site, categories, links));
  }

  return {
    async read(caller, kind) {
      if (!caller.key.permissions.includes(kind)) throw new DomainError('forbidden', { message: 'This key is not for this feed.' });
      const rate = await take(caller);
      const site = await views.sites.get(caller.scope);
      if (site === null) throw new DomainError('unknown_shop');
      const items = kind === 'products' ? await productsOf(site, caller.scope) : [];
      return { feed: feedOf(site, items, links), rate };
    },
  };
}

function feedOf(site: Site, items: readonly FeedItem[], links: StorefrontLinks): Feed {
  const { name: title, description, slug, languages } = site;
  return { title, description, homePageUrl: links.menu(slug), language: languages[0] ?? 'fr', items };
}

function productOf(item: Item, { slug, currency }: Site, categories: readonly Category[], links: StorefrontLinks): FeedItem {
  return {
    id: item.id,
    url: links.menu(slug),
    title: item.name,
    summary: item.description,
    image: item.photo === null ? null : links.picture(item.photo),
    tags: categories.filter(({ id }) => id === item.categoryId).map(({ name }) => name),
    publishedAt: null,
    price: { cents: lowestPriceCents(item), currency },
  };
}
