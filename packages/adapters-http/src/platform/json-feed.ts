import type { Feed, FeedItem } from '@comptoir/core/feeds/feeds-service.js';

/** The feed as JSON Feed 1.1 (https://jsonfeed.org/version/1.1). `address` is its own. */
export function jsonFeed({ title, homePageUrl, description, language, items }: Feed, address: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: homePageUrl,
    feed_url: address,
    description: description ?? undefined,
    language,
    items: items.map(jsonItem),
  });
}

/** What there is not is absent. An item must have content, and a product without a description has its name. */
function jsonItem({ id, url, title, summary, image, tags, publishedAt, price }: FeedItem) {
  return {
    id,
    url,
    title,
    content_text: summary ?? title,
    summary: summary ?? undefined,
    image: image ?? undefined,
    tags: tags.length === 0 ? undefined : tags,
    date_published: publishedAt?.toISOString(),
    _price: price === null ? undefined : { cents: price.cents, currency: price.currency },
  };
}
