import { FEED_KINDS } from '@comptoir/core/feeds/feeds-service.js';
import type { Operation, PathItem } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import type { JsonSchema } from './json-schema.js';
import { REQUEST_ID } from './rpc-operations.js';

export const FEEDS_TAG = { name: 'Feeds', description: 'Read-only content, for holders of a feed key.' } as const;

/** `GET /api/feeds/{kind}` (decisions §6). */
export function feedPaths(errors: ErrorAnswers): Record<string, PathItem> {
  return { '/api/feeds/{kind}': { get: readFeed(errors) } };
}

function readFeed(errors: ErrorAnswers): Operation {
  return {
    operationId: 'read-feed',
    summary: 'The content of the key’s establishment, as JSON Feed 1.1 or RSS 2.0.',
    tags: [FEEDS_TAG.name],
    security: [{ feedKey: [] }, { bearer: [] }],
    parameters: [
      { name: 'kind', in: 'path', required: true, schema: { type: 'string', enum: FEED_KINDS }, example: 'products' },
      { name: 'format', in: 'query', schema: { type: 'string', enum: ['json', 'rss'], default: 'json' }, example: 'json' },
    ],
    responses: {
      '200': {
        description: 'The feed.',
        headers: { 'X-Request-Id': REQUEST_ID, ETag: { description: 'Strong.', schema: { type: 'string' } } },
        content: {
          'application/feed+json': { schema: JSON_FEED, example: JSON_EXAMPLE },
          'application/rss+xml': { schema: { type: 'string' }, example: RSS_EXAMPLE },
        },
      },
      '304': { description: 'What the caller has (`If-None-Match`) is still so.' },
      ...errors.of([
        'invalid_request',
        'missing_key',
        'invalid_key',
        'forbidden',
        'not_found',
        'rate_limited',
        'internal',
        'store_unavailable',
      ]),
    },
  };
}

const text: JsonSchema = { type: 'string' };

/** https://jsonfeed.org/version/1.1, as far as it is used. */
const JSON_FEED: JsonSchema = {
  type: 'object',
  required: ['version', 'title', 'items'],
  properties: {
    version: { type: 'string', const: 'https://jsonfeed.org/version/1.1' },
    title: text,
    home_page_url: text,
    feed_url: text,
    description: text,
    language: text,
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'url', 'title', 'content_text'],
        properties: {
          id: text,
          url: text,
          title: text,
          content_text: text,
          summary: text,
          image: text,
          tags: { type: 'array', items: text },
          date_published: { type: 'string', format: 'date-time' },
          _price: { type: 'object', required: ['cents', 'currency'], properties: { cents: { type: 'integer' }, currency: text } },
        },
      },
    },
  },
};

const HOME = 'https://till.example.org/carte/chez-lucie';

const JSON_EXAMPLE = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Chez Lucie',
  home_page_url: HOME,
  feed_url: 'https://platform.example.org/api/feeds/products',
  language: 'fr',
  items: [
    {
      id: 'galette-complete',
      url: HOME,
      title: 'Galette complète',
      content_text: 'Jambon, œuf, emmental.',
      _price: { cents: 1250, currency: 'EUR' },
    },
  ],
};

const RSS_EXAMPLE = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Chez Lucie</title><link>${HOME}</link></channel></rss>`;
