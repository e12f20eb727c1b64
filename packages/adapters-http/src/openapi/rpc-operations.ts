import type { ErrorCode } from '@comptoir/core/kit/errors.js';
import type { Access, AnyProcedure } from '@comptoir/core/kit/procedure.js';
import { type Contract, subjectOf } from './contracts.js';
import type { Content, Operation, Parameter, PathItem, Ref, SecurityRequirement } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { exampleOf } from './example-of.js';
import type { JsonSchema } from './json-schema.js';
import { envelopeOf } from './plain-value.js';
import type { SharedSchemas } from './shared-schemas.js';

/** What operations refer to. */
export interface OperationDeps {
  readonly schemas: SharedSchemas;
  readonly errors: ErrorAnswers;
}

export const IDEMPOTENCY_KEY: Ref = { $ref: '#/components/parameters/Idempotency-Key' };
export const REPLAYED: Ref = { $ref: '#/components/headers/Idempotent-Replayed' };

/** `GET|POST /api/rpc/<router>.<procedure>` (interfaces B): the input in superjson's envelope, the output in tRPC's. */
export function rpcPathItem(contract: Contract, deps: OperationDeps): PathItem {
  const { procedure, path, router } = contract;
  const operation: Operation = {
    operationId: path,
    summary: procedure.summary,
    description: needs(procedure.access),
    tags: [router],
    security: securityOf(procedure.access),
    ...inputOf(contract, deps),
    responses: { '200': successOf(contract, deps), ...deps.errors.of(refusalsOf(contract)) },
  };
  return procedure.type === 'query' ? { get: operation } : { post: operation };
}

/** What a caller must present (interfaces B, "Procedure kinds"), in a sentence. */
export function needs(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'Open to everybody.';
    case 'permission':
      return `Needs the permission ${access.permissions.map((permission) => `\`${permission}\``).join(' and ')}.`;
    case 'role':
      return `Needs the role \`${access.role}\`.`;
    case 'tenant':
      return 'Needs a session that acts for an organisation.';
    default:
      return 'Needs a session.';
  }
}

export function securityOf(access: Access): readonly SecurityRequirement[] {
  return access.kind === 'public' ? [{}] : [{ bearer: [] }, { session: [] }];
}

/** Every code the call can be refused with, whatever the wire. */
export function refusalsOf({ procedure, input }: Contract): readonly ErrorCode[] {
  return [
    'internal',
    'store_unavailable',
    ...(input === null && procedure.type === 'query' ? [] : (['invalid_request'] as const)),
    ...accessRefusals(procedure.access),
    ...(procedure.type === 'mutation' ? BODY_REFUSALS : []),
    ...(takesIdempotencyKey(procedure) ? IDEMPOTENCY_REFUSALS : []),
    ...(procedure.errors ?? []),
  ];
}

const BODY_REFUSALS = ['invalid_json', 'unsupported_media_type', 'payload_too_large', 'cross_origin'] as const;
const IDEMPOTENCY_REFUSALS = ['idempotency_key_reused', 'idempotency_in_flight'] as const;

function accessRefusals({ kind }: Access): readonly ErrorCode[] {
  if (kind === 'public') return ['invalid_request'];
  return kind === 'protected' ? ['unauthorized'] : ['unauthorized', 'forbidden'];
}

export function takesIdempotencyKey({ type, transaction }: AnyProcedure): boolean {
  return type === 'mutation' && transaction !== 'own';
}

function inputOf(contract: Contract, { schemas }: OperationDeps): Pick<Operation, 'parameters' | 'requestBody'> {
  const { procedure, input, inputOptional } = contract;
  const content = input === null ? null : envelopeContent(schemas.shared(input), exampleOf(procedure.input, input, subjectOf(contract)));
  if (procedure.type === 'mutation') {
    return {
      ...(takesIdempotencyKey(procedure) && { parameters: [IDEMPOTENCY_KEY] }),
      ...(content !== null && { requestBody: { required: !inputOptional, content } }),
    };
  }
  if (content === null) return {};
  const parameter: Parameter = { name: 'input', in: 'query', required: !inputOptional, description: 'URL-encoded JSON.', content };
  return { parameters: [parameter] };
}

function envelopeContent(schema: JsonSchema, example: unknown): Content {
  return { 'application/json': { schema: envelope(schema), example: envelopeOf(example) } };
}

function envelope(schema: JsonSchema): JsonSchema {
  return { type: 'object', required: ['json'], properties: { json: schema, meta: { $ref: '#/components/schemas/SuperjsonMeta' } } };
}

function successOf(contract: Contract, { schemas }: OperationDeps) {
  const { procedure, output } = contract;
  const data = envelope(schemas.shared(output));
  const schema: JsonSchema = wrapped('result', wrapped('data', data));
  const example = { result: { data: envelopeOf(exampleOf(procedure.output, output, subjectOf(contract))) } };
  return {
    description: 'The answer.',
    headers: { 'X-Request-Id': REQUEST_ID, ...(takesIdempotencyKey(procedure) && { 'Idempotent-Replayed': REPLAYED }) },
    content: { 'application/json': { schema, example } },
  };
}

export const REQUEST_ID: Ref = { $ref: '#/components/headers/X-Request-Id' };

function wrapped(name: string, schema: JsonSchema): JsonSchema {
  return { type: 'object', required: [name], properties: { [name]: schema } };
}
