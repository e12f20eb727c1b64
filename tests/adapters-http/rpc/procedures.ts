import { DomainError, type ErrorCode } from '@comptoir/core/kit/errors.js';
import { defineProcedure } from '@comptoir/core/kit/procedure.js';
import { RateLimited } from '@comptoir/core/kit/rate-limit.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { z } from 'zod';

/** Procedures of every kind that the wire meets, under `tests`. */

const open = { access: { kind: 'public' }, summary: 'For tests.' } as const;
const anything = z.unknown();

/** Values that JSON alone does not carry, and keys that paths have to escape. */
export const RICH_VALUE = {
  at: new Date('2026-01-05T11:30:00.123Z'),
  big: 12345678901234567890n,
  none: undefined,
  odd: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0],
  tags: new Set(['a', new Date(0)]),
  rates: new Map<unknown, unknown>([
    ['vat', 5.5],
    [new Date(1), new Set([1n])],
  ]),
  link: new URL('https://till.example/a?b=c'),
  'a.b\\c': { 'd"e': [new Date(2)], 'é\n': null },
};

export class Custom {
  readonly name = 'custom';
}

const INTERESTING: Readonly<Record<string, () => unknown>> = {
  rich: () => RICH_VALUE,
  date: () => new Date(0),
  nothing: () => undefined,
  null: () => null,
  set: () => new Set(),
  map: () => new Map([[{ a: 1 }, new Map()]]),
  invalidDate: () => ({ at: new Date(Number.NaN) }),
  twice: () => {
    const one = { at: new Date(0) };
    return [one, one];
  },
  regexp: () => ({ pattern: /a/ }),
  custom: () => ({ custom: new Custom() }),
  prototypeKey: () => ({ constructor: 1 }),
};

const refuse = z.object({ code: z.string(), retryAfterSecs: z.number().optional(), facts: z.record(z.string(), z.unknown()).optional() });

export const testRouter = {
  echo: defineProcedure({ ...open, type: 'query', input: anything, output: anything, run: async (_context, input) => input }),
  write: defineProcedure({ ...open, type: 'mutation', input: anything, output: anything, run: async (_context, input) => input }),
  nothing: defineProcedure({ ...open, type: 'query', input: z.undefined(), output: z.undefined(), run: async () => undefined }),
  value: defineProcedure({
    ...open,
    type: 'query',
    input: z.string(),
    output: anything,
    run: async (_context, name) => INTERESTING[name]?.(),
  }),
  checked: defineProcedure({
    ...open,
    type: 'query',
    input: z.object({ id: z.string().max(5), at: z.date().optional(), copies: z.number().int().default(1) }),
    output: z.object({ id: z.string(), at: z.date().nullable() }),
    run: async (_context, { id, at = null, copies }) => ({ id: id.repeat(copies), at, internal: 'is cut off' }),
  }),
  guarded: defineProcedure({
    ...open,
    access: { kind: 'protected' },
    type: 'query',
    input: anything,
    output: z.string(),
    run: async (context) => context.identity?.userId ?? 'nobody',
  }),
  ours: defineProcedure({ ...open, access: { kind: 'internal' }, type: 'query', input: anything, output: anything, run: async () => 1 }),
  refuse: defineProcedure({
    ...open,
    type: 'query',
    input: refuse,
    output: anything,
    run: async (_context, { code, retryAfterSecs, facts = {} }) => {
      throw new DomainError(code as ErrorCode, { facts, ...(retryAfterSecs !== undefined && { retryAfterSecs }) });
    },
  }),
  limited: defineProcedure({
    ...open,
    type: 'query',
    input: anything,
    output: anything,
    run: async () => {
      throw new RateLimited({ policy: { limit: 5, windowSecs: 60 }, taken: false, remaining: 0, resetSecs: 30 });
    },
  }),
  broken: defineProcedure({
    ...open,
    type: 'query',
    input: anything,
    output: anything,
    run: async () => {
      throw new Error('password of the database: hunter2');
    },
  }),
  signIn: defineProcedure({
    ...open,
    type: 'mutation',
    transaction: 'own',
    changesSession: true,
    input: z.string(),
    output: z.string(),
    run: async (context, name) => {
      // As a check of a password: it takes a while.
      await new Promise((resolve) => setImmediate(resolve));
      context.session.start(`token-of-${name}`, new Date(0));
      return name;
    },
  }),
};

export const testRegistry = makeRegistry({ tests: () => testRouter });
