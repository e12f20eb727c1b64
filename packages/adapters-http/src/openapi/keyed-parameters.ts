import { LIMIT_DEFAULT, LIMIT_MAX } from '@comptoir/core/kit/page.js';
import { codeList, type Parameter } from './document.js';

/** Parameters that several operations of the keyed API take. */

export const PAGE: readonly Parameter[] = [
  { name: 'cursor', in: 'query', description: '`nextCursor` of the page before.', schema: { type: 'string' } },
  {
    name: 'limit',
    in: 'query',
    description: 'At most this many.',
    schema: { type: 'integer', minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
    example: LIMIT_DEFAULT,
  },
];

const DAY_OR_INSTANT = { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] } as const;

/** A period of days or instants. */
export const PERIOD: readonly Parameter[] = [
  {
    name: 'from',
    in: 'query',
    description: 'The first day, by the clocks of the establishment, or the first instant.',
    schema: DAY_OR_INSTANT,
    example: '2026-05-01',
  },
  {
    name: 'to',
    in: 'query',
    description: 'The last day, or the first instant that does not count.',
    schema: DAY_OR_INSTANT,
    example: '2026-05-31',
  },
];

/** The version of a record, called `noun`, that a change insists on. */
export function ifMatch(noun: string): Parameter {
  return {
    name: 'If-Match',
    in: 'header',
    description: `The \`ETag\` of the ${noun} the caller has seen; another one now: ${codeList(['stale'])}.`,
    schema: { type: 'string' },
    example: '"1"',
  };
}
