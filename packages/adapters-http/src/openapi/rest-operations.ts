import { REST_PREFIX } from '../platform/rest-bridge.js';
import { type Contract, subjectOf } from './contracts.js';
import { json, type Operation, type Parameter, type PathItem } from './document.js';
import { exampleOf } from './example-of.js';
import type { JsonSchema } from './json-schema.js';
import { plainOf } from './plain-value.js';
import {
  IDEMPOTENCY_KEY,
  needs,
  type OperationDeps,
  REPLAYED,
  REQUEST_ID,
  refusalsOf,
  securityOf,
  takesIdempotencyKey,
} from './rpc-operations.js';

export const REST_TAG = 'REST bridge';

/** Where the bridge answers this procedure. */
export function restPath({ router, name }: Contract): string {
  return `${REST_PREFIX}/${router}/${name}`;
}

/** `GET|POST /api/v1/<router>/<procedure>`: the same procedure, in plain JSON. */
export function restPathItem(contract: Contract, deps: OperationDeps): PathItem {
  const { procedure, path } = contract;
  const operation: Operation = {
    operationId: `rest.${path}`,
    summary: procedure.summary,
    description: `${needs(procedure.access)} Experimental. The same as \`${path}\`.`,
    tags: [REST_TAG],
    security: securityOf(procedure.access),
    ...inputOf(contract, deps),
    responses: { '200': successOf(contract, deps), ...deps.errors.of(refusalsOf(contract)) },
  };
  return procedure.type === 'query' ? { get: operation } : { post: operation };
}

function inputOf(contract: Contract, { schemas }: OperationDeps): Pick<Operation, 'parameters' | 'requestBody'> {
  const { procedure, input, inputOptional } = contract;
  const example = input === null ? undefined : exampleOf(procedure.input, input, subjectOf(contract));
  if (procedure.type === 'query') return input === null ? {} : { parameters: parametersOf(input, plainOf(example), schemas.shared) };
  return {
    ...(takesIdempotencyKey(procedure) && { parameters: [IDEMPOTENCY_KEY] }),
    ...(input !== null && { requestBody: { required: !inputOptional, content: json(schemas.shared(input), plainOf(example)) } }),
  };
}

/** One parameter per field. */
function parametersOf(
  { properties = {}, required = [] }: JsonSchema,
  example: unknown,
  share: (schema: JsonSchema) => JsonSchema,
): Parameter[] {
  const examples = new Map(typeof example === 'object' && example !== null ? Object.entries(example) : []);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: share(schema),
    ...(examples.has(name) && { example: examples.get(name) }),
  }));
}

function successOf(contract: Contract, { schemas }: OperationDeps) {
  const { procedure, output } = contract;
  return {
    description: 'The answer. Dates are ISO 8601.',
    headers: {
      'X-Request-Id': REQUEST_ID,
      'X-Experimental': { $ref: '#/components/headers/X-Experimental' },
      ...(takesIdempotencyKey(procedure) && { 'Idempotent-Replayed': REPLAYED }),
    },
    content: json(schemas.shared(output), plainOf(exampleOf(procedure.output, output, subjectOf(contract)))),
  };
}
