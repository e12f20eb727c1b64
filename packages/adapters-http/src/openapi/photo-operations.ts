import type { ErrorCode } from '@comptoir/core/kit/errors.js';
import { itemPhotoRecord } from '@comptoir/core/photos/photo-procedures.js';
import { PHOTO_BYTES_MAX, PHOTO_PIXELS_MAX, PHOTO_TYPES } from '@comptoir/core/photos/photo-renderer.js';
import { type Content, json, type Operation, type Parameter, type PathItem, type Response } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { schemaOf } from './json-schema.js';
import { IDEMPOTENCY_KEY, REPLAYED, REQUEST_ID } from './rpc-operations.js';

export const PHOTO_TAG = { name: 'Photos', description: 'The photos of items, as files.' } as const;

const BINARY = { type: 'string', format: 'binary' } as const;

/** The picture itself. */
export const PHOTO_BODY = {
  required: true,
  content: Object.fromEntries(PHOTO_TYPES.map((type) => [type, { schema: BINARY }])) satisfies Content,
};

export const PHOTO_RULES = `At most ${PHOTO_BYTES_MAX / 1024 / 1024} MiB and ${PHOTO_PIXELS_MAX / 1e6} megapixels. What it is is told by its bytes, not by \`Content-Type\`. It is turned upright, freed of metadata and kept as WebP in several widths, never larger than it came. It takes the place of an address that was set before, and gives way to one that is set after.`;

export const PHOTO_REFUSALS = ['invalid_photo', 'unsupported_media_type', 'payload_too_large', 'invalid_request'] as const;

const CHANGE_REFUSALS: readonly ErrorCode[] = [
  'unknown_item',
  'managed_by_sync',
  'stale',
  'unauthorized',
  'forbidden',
  'cross_origin',
  'invalid_request',
  'idempotency_key_reused',
  'idempotency_in_flight',
  'internal',
  'store_unavailable',
];

/** `GET /photos/…` of the storefront. */
export function photoPaths(errors: ErrorAnswers): Record<string, PathItem> {
  return { '/photos/{name}': { get: readPhoto(errors) } };
}

function readPhoto(errors: ErrorAnswers): Operation {
  return {
    operationId: 'photo',
    summary: 'A photo in one width.',
    description:
      'An item names the widest; its others are 320, 640 and 1280 pixels wide, as far as they are narrower. Open to the pages of any site, and kept for good: another picture has another name.',
    tags: [PHOTO_TAG.name],
    security: [{}],
    parameters: [PHOTO_NAME],
    responses: {
      '200': {
        description: 'The photo.',
        headers: { 'X-Request-Id': REQUEST_ID, ETag: ETAG },
        content: { 'image/webp': { schema: BINARY } },
      },
      '304': { description: 'What the caller has (`If-None-Match`) is still so.' },
      ...errors.of(['unknown_record', 'internal']),
    },
  };
}

const PHOTO_NAME: Parameter = {
  name: 'name',
  in: 'path',
  required: true,
  description: '`<hash>-<width>.webp`',
  schema: { type: 'string' },
  example: `${'5f'.repeat(32)}-640.webp`,
};

/** `/api/manage/items/{id}/photo` of the platform. */
export function itemPhotoPaths(errors: ErrorAnswers): Record<string, PathItem> {
  return { '/api/manage/items/{id}/photo': { put: setPhoto(errors), delete: removePhoto(errors) } };
}

function setPhoto(errors: ErrorAnswers): Operation {
  return {
    ...common('set-item-photo', 'Gives an item the photo that is the body.'),
    description: `Needs the permission \`products:write\`. ${PHOTO_RULES}`,
    requestBody: PHOTO_BODY,
    responses: { '200': CHANGED, ...errors.of([...CHANGE_REFUSALS, ...PHOTO_REFUSALS, 'rate_limited']) },
  };
}

function removePhoto(errors: ErrorAnswers): Operation {
  return {
    ...common('remove-item-photo', 'Takes an item its photo.'),
    description: 'Needs the permission `products:write`.',
    responses: { '200': CHANGED, ...errors.of(CHANGE_REFUSALS) },
  };
}

function common(operationId: string, summary: string) {
  return {
    operationId,
    summary,
    tags: [PHOTO_TAG.name],
    security: [{ bearer: [] }, { session: [] }],
    parameters: [ITEM_ID, IF_MATCH, IDEMPOTENCY_KEY],
  };
}

const ITEM_ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the item.',
  schema: { type: 'string', minLength: 1, maxLength: 64 },
  example: 'galette-complete',
};

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The version of the item the caller has seen, in quotes; another one now: `stale`.',
  schema: { type: 'string' },
  example: '"1"',
};

const ETAG = { description: 'Strong.', schema: { type: 'string' } } as const;

const CHANGED: Response = {
  description: 'The item as it is now; `photo` is a path of the storefront.',
  headers: { 'X-Request-Id': REQUEST_ID, 'Idempotent-Replayed': REPLAYED, ETag: { ...ETAG, description: 'The version of the item.' } },
  content: json(
    {
      type: 'object',
      required: ['ok', 'item'],
      properties: { ok: { type: 'boolean', const: true }, item: schemaOf(itemPhotoRecord, 'output') },
    },
    { ok: true, item: { id: 'galette-complete', photo: `/photos/${'5f'.repeat(32)}-1280.webp`, version: 2 } },
  ),
};
