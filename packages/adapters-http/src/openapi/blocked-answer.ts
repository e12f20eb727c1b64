import { DomainError, type ErrorCode } from '@comptoir/core/kit/errors.js';
import { codeList, json, type Response } from './document.js';
import { exampleBody } from './error-answers.js';
import type { JsonSchema } from './json-schema.js';

/** 403 on the storefront: also for the default agents of libraries, in a shape of its own (interfaces A, "Rules for every call"). */

export const BLOCKED: JsonSchema = {
  type: 'object',
  description: 'The caller did not say which tool it is.',
  required: ['error'],
  properties: { error: { type: 'string', const: 'blocked' } },
};

const REF = { $ref: '#/components/schemas/Blocked' } as const;

export const BLOCKED_ANSWER: Response = {
  description: 'The default `User-Agent` of a library.',
  content: json(REF, { error: 'blocked' }),
};

/** The same where a call is also refused with these codes. */
export function forbiddenAnswer(first: ErrorCode, ...others: readonly ErrorCode[]): Response {
  return {
    description: `${codeList([first, ...others])}, or the default \`User-Agent\` of a library.`,
    content: json({ anyOf: [{ $ref: '#/components/schemas/PublicError' }, REF] }, exampleBody(new DomainError(first))),
  };
}
