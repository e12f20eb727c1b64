import { json, type PathItem } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import type { JsonSchema } from './json-schema.js';

export const HEALTH_TAG = { name: 'Health', description: 'Whether the server lives, and whether it can work.' } as const;

const checks: JsonSchema = {
  type: 'object',
  required: ['ok', 'checks'],
  properties: { ok: { type: 'boolean' }, checks: { type: 'object', additionalProperties: { type: 'string', enum: ['ok', 'failed'] } } },
};

/** `/healthz` and `/readyz` of every host. */
export function healthPaths(errors: ErrorAnswers): Record<string, PathItem> {
  const common = { tags: [HEALTH_TAG.name], security: [{}] };
  const refusals = errors.of(['invalid_request']);
  return {
    '/healthz': {
      get: {
        ...common,
        operationId: 'healthz',
        summary: 'The process lives.',
        responses: { '200': { description: 'It does.', content: json(LIVES, { ok: true }) }, ...refusals },
      },
    },
    '/readyz': {
      get: {
        ...common,
        operationId: 'readyz',
        summary: 'What the server depends on answers.',
        responses: {
          '200': { description: 'Everything does.', content: json(checks, { ok: true, checks: { database: 'ok' } }) },
          ...refusals,
          '503': { description: 'Something does not.', content: json(checks, { ok: false, checks: { database: 'failed' } }) },
        },
      },
    },
  };
}

const LIVES: JsonSchema = { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean', const: true } } };
