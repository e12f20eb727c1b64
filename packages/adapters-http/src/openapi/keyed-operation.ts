import { KEYED_RATE } from '@comptoir/core/keyed/keyed-contract.js';
import type { ErrorCode } from '@comptoir/core/kit/errors.js';
import { BLOCKED_ANSWER, forbiddenAnswer } from './blocked-answer.js';
import type { Content, Header, Operation, Parameter, Ref, Response } from './document.js';
import type { ErrorAnswers } from './error-answers.js';
import { IDEMPOTENCY_KEY, REPLAYED, REQUEST_ID } from './rpc-operations.js';

export const KEYED_TAG = {
  name: 'Keyed API',
  description: `The catalogue, the stock, the orders, the sales and the fiscal journal of one establishment, for whoever holds one of its keys; at most ${KEYED_RATE.limit} calls per key in ${KEYED_RATE.windowSecs} seconds.`,
} as const;

/** What sets an operation apart. */
interface Particulars {
  readonly status?: string;
  readonly description?: string;
  /** What the `ETag` of the answer changes with. */
  readonly etag?: string;
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly body?: NonNullable<Operation['requestBody']>;
  readonly refusals?: readonly ErrorCode[];
  readonly forbidden?: readonly [ErrorCode, ...ErrorCode[]];
}

/** An operation by its id, its summary and what it answers. */
export type MakeOperation = (operationId: string, summary: string, content: Content, particulars?: Particulars) => Operation;

const EVERY_CALL: readonly ErrorCode[] = ['missing_key', 'invalid_key', 'rate_limited', 'internal', 'store_unavailable'];
const BODY_REFUSALS: readonly ErrorCode[] = ['invalid_request', 'invalid_json', 'unsupported_media_type', 'payload_too_large'];
export const IDEMPOTENCY_REFUSALS: readonly ErrorCode[] = ['idempotency_in_flight', 'idempotency_key_reused'];

const WRITERS_ONLY: readonly [ErrorCode, ...ErrorCode[]] = ['insufficient_scope'];

/** How operations of the keyed API are written: those that read and those that change. */
export function makeKeyedOperations(errors: ErrorAnswers): { readonly read: MakeOperation; readonly write: MakeOperation } {
  return { read: reader(errors), write: writer(errors) };
}

function reader(errors: ErrorAnswers): MakeOperation {
  return (operationId, summary, content, { etag, parameters = [], refusals = [], forbidden, ...rest } = {}) => ({
    ...common(operationId, summary, rest),
    parameters: etag === undefined ? parameters : [...parameters, IF_NONE_MATCH],
    responses: {
      '200': { description: summary, headers: headersOf(etag), content },
      ...(etag !== undefined && { '304': { description: 'What the caller has (`If-None-Match`) is still so.' } }),
      '403': forbidden === undefined ? BLOCKED_ANSWER : forbiddenAnswer(...forbidden),
      ...errors.of([...EVERY_CALL, ...refusals]),
    },
  });
}

function writer(errors: ErrorAnswers): MakeOperation {
  return (
    operationId,
    summary,
    content,
    { status = '200', etag, parameters = [], body, refusals = [], forbidden = WRITERS_ONLY, ...rest } = {},
  ) => ({
    ...common(operationId, summary, rest),
    parameters,
    ...(body !== undefined && { requestBody: body }),
    responses: {
      [status]: { description: summary, headers: { ...headersOf(etag), ...replayed(parameters) }, content },
      '403': forbiddenAnswer(...forbidden),
      ...errors.of([...EVERY_CALL, ...(body?.content['application/json'] === undefined ? [] : BODY_REFUSALS), ...refusals]),
    },
  });
}

function common(operationId: string, summary: string, { description }: Pick<Particulars, 'description'>) {
  return { operationId, summary, ...(description !== undefined && { description }), tags: [KEYED_TAG.name], security: [{ key: [] }] };
}

function headersOf(etag: string | undefined): NonNullable<Response['headers']> {
  const tag: Record<string, Header> =
    etag === undefined ? {} : { ETag: { description: `Strong; changes with ${etag}.`, schema: { type: 'string' } } };
  return { 'X-Request-Id': REQUEST_ID, RateLimit: RATE_LIMIT, 'RateLimit-Policy': RATE_POLICY, ...tag };
}

function replayed(parameters: readonly (Parameter | Ref)[]): NonNullable<Response['headers']> {
  return parameters.includes(IDEMPOTENCY_KEY) ? { 'Idempotent-Replayed': REPLAYED } : {};
}

const RATE_LIMIT: Header = { description: 'What is left: `"default";r=119;t=60`.', schema: { type: 'string' } };
const RATE_POLICY: Header = { description: 'What holds: `"default";q=120;w=60`.', schema: { type: 'string' } };

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of what the caller has.',
  schema: { type: 'string' },
  example: '"none"',
};
