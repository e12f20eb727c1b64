import { appIdSchema } from '@comptoir/core/sdk/app-id.js';
import type { AnySdkCall } from '@comptoir/core/sdk/sdk-call.js';
import { SDK_PREFIX } from '../sdk/sdk-routes.js';
import { challengePaths } from './challenge-operations.js';
import { REQUEST_ID_HEADER } from './common-components.js';
import { type DocumentOptions, json, LICENSE, type OpenApiDocument, type Operation, type Parameter } from './document.js';
import { type ErrorAnswers, errorSchemas, makeErrorAnswers } from './error-answers.js';
import { exampleOf } from './example-of.js';
import { HEALTH_TAG, healthPaths, metricsPath } from './health-operations.js';
import { type JsonSchema, schemaOf } from './json-schema.js';
import { plainOf } from './plain-value.js';
import { REQUEST_ID } from './rpc-operations.js';

/** The version of the SDK's interface (interfaces, "Versioning"). */
export const SDK_VERSION = '1.0.0';

/** The SDK host as an OpenAPI 3.1 document. */
export function makeSdkDocument(calls: readonly AnySdkCall[], { publicUrl, version }: DocumentOptions): OpenApiDocument {
  const errors = makeErrorAnswers('public');
  const described = calls.map((call) => [`${SDK_PREFIX}${call.path}`, { [call.method.toLowerCase()]: describe(call, errors) }]);
  return {
    openapi: '3.1.1',
    info: { title: 'Comptoir SDK', version, description: DESCRIPTION, license: LICENSE },
    servers: [{ url: publicUrl, description: 'This server.' }],
    security: [{}],
    tags: [...[...new Set(calls.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] ?? name })), HEALTH_TAG],
    paths: { ...Object.fromEntries(described), ...healthPaths(errors), ...metricsPath(errors), ...challengePaths(errors) },
    components: {
      schemas: errorSchemas('public'),
      responses: errors.responses,
      parameters: { 'X-Sdk-App-Id': APP_ID },
      headers: { 'X-Request-Id': REQUEST_ID_HEADER },
    },
  };
}

const DESCRIPTION = `What Comptoir does for the apps on its machine: certificates, virtual hosts, schedules and a push queue.

Only programs on this machine are answered, and only under a name of this machine (\`localhost\`, \`127.0.0.1\`, \`[::1]\`). Every call names its app; what an app has made is its own. A key that a call does not know is refused, by name.`;

const TAGS: Readonly<Record<string, string>> = {
  Certificates: 'Certificates from an ACME directory (RFC 8555), kept and renewed.',
  'Virtual hosts': 'Sites of the web server (nginx) on this machine.',
  Scheduler: 'Calls at the times of a cron expression.',
  Queue: 'An at-least-once push queue.',
};

const APP_ID: Parameter = {
  name: 'X-Sdk-App-Id',
  in: 'header',
  required: true,
  description: 'The calling app.',
  schema: schemaOf(appIdSchema, 'input'),
  example: 'demo',
};

const EVERY_CALL = ['loopback_only', 'missing_app_id', 'invalid_request', 'internal', 'store_unavailable'] as const;
const BODY_REFUSALS = ['invalid_json', 'unsupported_media_type', 'payload_too_large'] as const;

function describe(call: AnySdkCall, errors: ErrorAnswers): Operation {
  const output = withOk(schemaOf(call.output, 'output'));
  const example = plainOf(exampleOf(call.output, schemaOf(call.output, 'output'), call.name));
  return {
    operationId: call.name,
    summary: call.summary,
    ...(call.description !== undefined && { description: call.description }),
    tags: [call.tag],
    security: [{}],
    ...inputOf(call),
    responses: {
      '200': {
        description: call.summary,
        headers: { 'X-Request-Id': REQUEST_ID },
        content: json(output, { ok: true, ...(typeof example === 'object' && example) }),
      },
      ...errors.of([...EVERY_CALL, ...(call.method === 'POST' ? BODY_REFUSALS : []), ...call.errors]),
    },
  };
}

function inputOf(call: AnySdkCall): Pick<Operation, 'parameters' | 'requestBody'> {
  const parameters = [{ $ref: '#/components/parameters/X-Sdk-App-Id' }];
  const schema = schemaOf(call.input, 'input');
  const example = plainOf(exampleOf(call.input, schema, call.name));
  if (call.method === 'POST') return { parameters, requestBody: { required: true, content: json(schema, example) } };
  return { parameters: [...parameters, ...queryParameters(schema, example)] };
}

function queryParameters({ properties = {}, required = [] }: JsonSchema, example: unknown): Parameter[] {
  const examples = new Map(Object.entries(example ?? {}));
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...(examples.has(name) && { example: examples.get(name) }),
  }));
}

function withOk({ properties = {}, required = [], ...schema }: JsonSchema): JsonSchema {
  return { ...schema, properties: { ok: { type: 'boolean', const: true }, ...properties }, required: ['ok', ...required] };
}
