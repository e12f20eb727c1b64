import { purgeAnswer, purgeInput } from '@comptoir/core/edge-routes/purge-contract.js';
import { PURGE_PATH } from '../edge/purge-routes.js';
import { REQUEST_ID_HEADER } from './common-components.js';
import { type DocumentOptions, json, LICENSE, type OpenApiDocument, type PathItem } from './document.js';
import { type ErrorAnswers, errorSchemas, makeErrorAnswers } from './error-answers.js';
import { exampleOf } from './example-of.js';
import { HEALTH_TAG, healthPaths, metricsPath } from './health-operations.js';
import { schemaOf } from './json-schema.js';
import { REQUEST_ID } from './rpc-operations.js';

/** The version of the edge's own calls. */
export const EDGE_VERSION = '1.0.0';

/** The edge host, without what its sites answer, as an OpenAPI 3.1 document. */
export function makeEdgeDocument({ publicUrl, version }: DocumentOptions): OpenApiDocument {
  const errors = makeErrorAnswers('public');
  return {
    openapi: '3.1.1',
    info: { title: 'Comptoir edge', version, description: DESCRIPTION, license: LICENSE },
    servers: [{ url: publicUrl, description: 'This server.' }],
    security: [{}],
    tags: [SITES_TAG, HEALTH_TAG],
    paths: { ...purgePath(errors), ...healthPaths(errors), ...metricsPath(errors) },
    components: {
      schemas: errorSchemas('public'),
      responses: errors.responses,
      parameters: {},
      headers: { 'X-Request-Id': REQUEST_ID_HEADER },
    },
  };
}

const DESCRIPTION = `The calls of the edge itself, under a name of this machine (\`localhost\`, \`127.0.0.1\`, \`[::1]\`). Under every other name, the site of that name answers.

Only programs on this machine are answered. What a web server passes on for somebody else can neither purge nor read the figures.`;

const SITES_TAG = { name: 'Sites', description: 'The sites of this machine.' } as const;

const REFUSALS = [
  'loopback_only',
  'invalid_request',
  'invalid_json',
  'unsupported_media_type',
  'payload_too_large',
  'site_broken',
  'internal',
  'store_unavailable',
] as const;

function purgePath(errors: ErrorAnswers): Record<string, PathItem> {
  const [input, output] = [schemaOf(purgeInput, 'input'), schemaOf(purgeAnswer, 'output')];
  const summary = 'Lets a site be what its files are now.';
  return {
    [PURGE_PATH]: {
      post: {
        operationId: 'purgeSite',
        summary,
        description:
          'When the answer comes, the new version answers, in every process within about a second. Files that cannot be made into a site are refused, and what answered before goes on.',
        tags: [SITES_TAG.name],
        security: [{}],
        requestBody: { required: true, content: json(input, exampleOf(purgeInput, input, 'purge')) },
        responses: {
          '200': {
            description: summary,
            headers: { 'X-Request-Id': REQUEST_ID },
            content: json(output, exampleOf(purgeAnswer, output, 'purge')),
          },
          ...errors.of(REFUSALS),
        },
      },
    },
  };
}
