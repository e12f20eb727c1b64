import type { PathItem } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { HEALTH_TAG } from './health-operations.js';

/** `/.well-known/acme-challenge/{token}` of every host that may be asked. */
export function challengePaths(errors: ErrorAnswers): Record<string, PathItem> {
  return {
    '/.well-known/acme-challenge/{token}': {
      get: {
        operationId: 'acme-challenge',
        summary: 'The proof that a certificate authority asks for (RFC 8555, HTTP-01), under any host name.',
        tags: [HEALTH_TAG.name],
        security: [{}],
        parameters: [
          {
            name: 'token',
            in: 'path',
            required: true,
            schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
            example: 'evaGxfADs6pSRb2LAv9IZ',
          },
        ],
        responses: {
          '200': {
            description: 'The key authorization, and nothing else.',
            content: {
              'text/plain': { schema: { type: 'string' }, example: 'evaGxfADs6pSRb2LAv9IZ.9jg46WB3rR_AHD-EBXdN7cBkH1WOu0tA3M9fm21mqTI' },
            },
          },
          ...errors.of(['invalid_request', 'store_unavailable', 'internal']),
          '404': {
            description: 'Nobody waits for this token.',
            content: { 'text/plain': { schema: { type: 'string' }, example: 'Nobody waits for this token.' } },
          },
        },
      },
    },
  };
}
