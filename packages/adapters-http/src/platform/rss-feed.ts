import type { Feed, FeedItem } from '@comptoir/core/feeds/feeds-service.js';

/** Atom for the feed's own address, Media RSS for pictures, Google's product terms for prices: what readers of RSS understand. */
const NAMESPACES = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:media="http://search.yahoo.com/mrss/"',
  'xmlns:g="http://base.google.com/ns/1.0"',
].join(' ');

/** The feed as RSS 2.0 (https://www.rssboard.org/rss-specification). `address` is its own. */
export function rssFeed({ title, homePageUrl, description, language, items }: Feed, address: string): string {
  const channel = [
    element('title', title),
    element('link', homePageUrl),
    element('description', description ?? title),
    element('language', language),
    `<atom:link href="${escaped(address)}" rel="self" type="application/rss+xml"/>`,
    ...items.map(rssItem),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" ${NAMESPACES}><channel>${channel.join('')}</channel></rss>\n`;
}

function rssItem({ id, url, title, summary, image, tags, publishedAt, price }: FeedItem): string {
  const parts = [
    `<guid isPermaLink="false">${escaped(id)}</guid>`,
    element('link', url),
    element('title', title),
    // A reader takes a description for HTML.
    summary === null ? '' : element('description', escaped(summary)),
    ...tags.map((tag) => element('category', tag)),
    publishedAt === null ? '' : element('pubDate', publishedAt.toUTCString()),
    image === null ? '' : `<media:content url="${escaped(image)}" medium="image"/>`,
    price === null ? '' : element('g:price', `${(price.cents / 100).toFixed(2)} ${price.currency}`),
  ];
  return `<item>${parts.join('')}</item>`;
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Characters that XML 1.0 does not have, not even escaped: a feed with one of them is read by nobody. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

function escaped(text: string): string {
  return text.replace(NOT_XML, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
