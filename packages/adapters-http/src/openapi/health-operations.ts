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

/** `/metrics` of the hosts for this machine. */
export function metricsPath(errors: ErrorAnswers): Record<string, PathItem> {
  const schema: JsonSchema = { type: 'string' };
  const example =
    '# HELP comptoir_queue_delivered_total Messages acknowledged by their handler.\n# TYPE comptoir_queue_delivered_total counter\ncomptoir_queue_delivered_total{app="demo",queue="mails"} 7\n';
  return {
    '/metrics': {
      get: {
        tags: [HEALTH_TAG.name],
        security: [{}],
        operationId: 'metrics',
        summary: 'Figures of this server.',
        responses: {
          '200': { description: 'In the text format of Prometheus.', content: { 'text/plain': { schema, example } } },
          ...errors.of(['loopback_only', 'invalid_request', 'internal', 'store_unavailable']),
        },
      },
    },
  };
}

const LIVES: JsonSchema = { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean', const: true } } };
