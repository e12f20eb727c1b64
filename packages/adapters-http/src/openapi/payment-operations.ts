import { BLOCKED_ANSWER } from './blocked-answer.js';
import { json, type Operation, type PathItem } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { REQUEST_ID } from './rpc-operations.js';

export const PAYMENT_TAG = {
  name: 'Payments',
  description: 'What payment providers call. A call says which checkout it is about; how that stands, the provider is asked.',
} as const;

const NEWS = JSON.stringify({ type: 'checkout.paid', data: { checkout: 'k3J9fQ2mWz7LxK9vB1cN3dPq8rT5uY6a' } });

/** What is called from outside about payments by card. */
export function paymentPaths(errors: ErrorAnswers): Readonly<Record<string, PathItem>> {
  return { '/api/payments/{provider}/webhook': { post: takeWebhook(errors) } };
}

function takeWebhook(errors: ErrorAnswers): Operation {
  return {
    operationId: 'payment-webhook',
    summary: 'Takes the news of a payment provider.',
    description:
      'Body and signature are the provider’s own. The same call again answers the same and changes nothing. An answer other than 200 asks the provider to call again later.',
    tags: [PAYMENT_TAG.name],
    security: [{}],
    parameters: [
      {
        name: 'provider',
        in: 'path',
        required: true,
        description: 'The name of the provider.',
        schema: { type: 'string' },
        example: 'sandbox',
      },
    ],
    requestBody: { required: true, content: { '*/*': { schema: { type: 'string' }, example: NEWS } } },
    responses: {
      '200': {
        description: 'The news is known.',
        headers: { 'X-Request-Id': REQUEST_ID },
        content: json({ type: 'object', required: ['ok'], properties: { ok: { type: 'boolean', const: true } } }, { ok: true }),
      },
      '403': BLOCKED_ANSWER,
      ...errors.of([
        'invalid_json',
        'invalid_request',
        'invalid_signature',
        'unknown_provider',
        'payload_too_large',
        'unsupported_media_type',
        'provider_unreachable',
        'internal',
        'store_unavailable',
      ]),
    },
  };
}
