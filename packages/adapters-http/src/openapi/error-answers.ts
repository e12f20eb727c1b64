import { DomainError, type ErrorCode } from '@comptoir/core/kit/errors.js';
import type { PublicError } from '../kit/answer-fault.js';
import { ERROR_STATUS } from '../kit/error-status.js';
import { rpcErrorOf } from '../rpc/rpc-error.js';
import { codeList, type Header, type Ref, type Response } from './document.js';
import type { JsonSchema } from './json-schema.js';

/** How a host writes a refusal: its schema, and what it says for one code. */
interface Envelope {
  readonly name: string;
  readonly schema: JsonSchema;
  statusOf(code: ErrorCode): number;
  bodyOf(refusal: DomainError): unknown;
}

const REQUEST_ID = '6f1c2f0e-7a53-4d0b-9f0e-0a4c7f3d2b11';

const details: JsonSchema = {
  type: 'array',
  description: 'The faults of the input.',
  items: {
    type: 'object',
    required: ['path', 'message'],
    properties: { path: { type: 'string', description: 'Where, such as `items.0.quantity`.' }, message: { type: 'string' } },
  },
};
const requestId: JsonSchema = { type: 'string', description: 'As in the header `X-Request-Id`; name it when you ask for help.' };

/** `PublicError` (storefront, REST bridge, sign-in, feeds). */
const PUBLIC: Envelope = {
  name: 'PublicError',
  schema: {
    type: 'object',
    description: 'A refusal. Facts that help to go on, such as `nextOpening`, stand beside the code.',
    required: ['ok', 'error', 'message', 'requestId'],
    properties: {
      ok: { type: 'boolean', const: false },
      error: { type: 'string', description: 'A code that programs can rely on.' },
      message: { type: 'string', description: 'A sentence for people.' },
      requestId,
      details,
    },
    additionalProperties: true,
  },
  statusOf: (code) => ERROR_STATUS[code],
  bodyOf: exampleBody,
};

/** A refusal as the storefront would answer it. */
export function exampleBody({ code, message, facts, issues }: DomainError): PublicError {
  const details = issues.length > 0 && { details: issues };
  return { ...facts, ok: false, error: code, message, requestId: REQUEST_ID, ...details };
}

/** The error of the RPC wire. */
const RPC: Envelope = {
  name: 'RpcError',
  schema: {
    type: 'object',
    description: 'A refusal, as tRPC writes it. `data.error` is the more precise code; facts that help to go on stand beside it.',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['json'],
        properties: {
          json: {
            type: 'object',
            required: ['message', 'code', 'data'],
            properties: {
              message: { type: 'string', description: 'A sentence for people.' },
              code: { type: 'integer', description: 'The JSON-RPC number of the tRPC code.' },
              data: {
                type: 'object',
                required: ['code', 'httpStatus', 'requestId', 'error'],
                properties: {
                  code: { type: 'string', description: 'The tRPC code, such as `CONFLICT`.' },
                  httpStatus: { type: 'integer' },
                  path: { type: 'string', description: 'The procedure; absent when the whole request was refused.' },
                  requestId,
                  error: { type: 'string', description: 'A code that programs can rely on.' },
                  details,
                  retryAfterSecs: { type: 'integer' },
                },
                additionalProperties: true,
              },
            },
          },
        },
      },
    },
  },
  statusOf: (code) => rpcErrorOf(new DomainError(code), REQUEST_ID, null).data.httpStatus,
  bodyOf: (refusal) => ({ error: { json: rpcErrorOf(refusal, REQUEST_ID, '<router>.<procedure>') } }),
};

const ENVELOPES = { public: PUBLIC, rpc: RPC };

/** Refusals of one host's document: each made once, and referred to wherever it is met. */
export interface ErrorAnswers {
  /** The answers for these refusals, by status. */
  of(codes: readonly ErrorCode[]): Record<string, Ref>;
  /** What was referred to so far. */
  readonly responses: Readonly<Record<string, Response>>;
}

/** The schemas that error answers of this kind refer to. */
export function errorSchemas(...kinds: readonly (keyof typeof ENVELOPES)[]): Record<string, JsonSchema> {
  return Object.fromEntries(kinds.map((kind) => [ENVELOPES[kind].name, ENVELOPES[kind].schema]));
}

export function makeErrorAnswers(kind: keyof typeof ENVELOPES): ErrorAnswers {
  const envelope = ENVELOPES[kind];
  const responses: Record<string, Response> = {};
  return {
    responses,
    of(codes) {
      const distinct = [...new Set(codes)].sort();
      const statuses = [...new Set(distinct.map((code) => envelope.statusOf(code)))].sort((a, b) => a - b);
      return Object.fromEntries(
        statuses.map((status) => {
          const same = distinct.filter((code) => envelope.statusOf(code) === status);
          const name = `${envelope.name}-${status}-${same.join('-')}`;
          responses[name] ??= answerOf(envelope, same);
          return [String(status), { $ref: `#/components/responses/${name}` }];
        }),
      );
    },
  };
}

function answerOf(envelope: Envelope, codes: readonly ErrorCode[]): Response {
  const examples = codes.map((code) => {
    const refusal = exampleRefusal(code);
    return [code, { summary: new DomainError(code).message, value: envelope.bodyOf(refusal) }] as const;
  });
  const retried = codes.some((code) => exampleRefusal(code).retryAfterSecs !== undefined);
  return {
    description: codeList(codes),
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' }, ...(retried && { 'Retry-After': RETRY_AFTER }) },
    content: {
      'application/json': { schema: { $ref: `#/components/schemas/${envelope.name}` }, examples: Object.fromEntries(examples) },
    },
  };
}

const RETRY_AFTER: Header = { description: 'Whole seconds after which trying again makes sense.', schema: { type: 'integer', minimum: 1 } };

/** What goes with a code, so that an example says how it helps. */
function exampleRefusal(code: ErrorCode): DomainError {
  return new DomainError(code, EXAMPLES[code]);
}

const EXAMPLES: { readonly [Code in ErrorCode]?: ConstructorParameters<typeof DomainError>[1] } = {
  invalid_request: { issues: [{ path: 'id', message: 'Too small: expected string to have >=1 characters' }] },
  closed: { facts: { nextOpening: '2026-05-05T10:00:00.000Z' } },
  sold_out: { facts: { items: [{ id: 'galette-complete', name: 'Galette complète' }] } },
  invalid_transition: { facts: { status: 'collected', step: 'accept' } },
  over_refunded: { facts: { line: 1, left: 0 } },
  below_minimum: { facts: { minimum: 15 } },
  empty_order: { issues: [{ path: 'items', message: 'None of the items can be ordered.' }], facts: { dropped: ['galette-complete'] } },
  idempotency_in_flight: { retryAfterSecs: 1 },
  rate_limited: { retryAfterSecs: 30 },
  issuance_failed: {
    message: 'No certificate for shop.example.org: no valid A records found',
    facts: {
      domain: 'shop.example.org',
      type: 'urn:ietf:params:acme:error:dns',
      detail: 'no valid A records found',
      retry_after_secs: 60,
    },
    retryAfterSecs: 60,
  },
  issuance_deferred: { facts: { domain: 'shop.example.org', retry_after_secs: 600 }, retryAfterSecs: 600 },
};
