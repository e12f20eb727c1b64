import { schemaOf } from '@comptoir/adapters-http/openapi/json-schema.js';
import { expect } from 'chai';
import { z } from 'zod';

const MODULE = new URL('../../../../packages/adapters-http/scripts/print-types.mjs', import.meta.url);

describe('the types that are printed for contracts', () => {
  let printType: (schema: object) => string;

  before(async () => {
    ({ printType } = await import(MODULE.href));
  });

  const cases: Record<string, [contract: z.ZodType, type: string]> = {
    dates: [z.date(), 'Date'],
    'large numbers': [z.bigint(), 'bigint'],
    nothing: [z.void(), 'undefined'],
    anything: [z.unknown(), 'unknown'],
    'texts that become something': [z.string().transform(Number), 'string'],
    lists: [z.array(z.union([z.string(), z.date()])), '(string | Date)[]'],
    'lists of a literal': [z.array(z.literal('a')), '("a")[]'],
    tuples: [z.tuple([z.string(), z.int()]), '[string, number]'],
    records: [z.record(z.string(), z.date()), 'Record<string, Date>'],
    'records of listed keys': [z.record(z.enum(['a', 'b']), z.date()), '{ a: Date; b: Date; }'],
    'records of some listed keys': [z.partialRecord(z.enum(['a']), z.date()), '{ a?: Date | undefined; }'],
    'objects without fields': [z.object({}), 'Record<string, unknown>'],
    enums: [z.enum(['a', "it's"]), '"a" | "it\'s"'],
    literals: [z.literal([1, true, 'x']), '1 | true | "x"'],
    'null, once': [z.string().nullable().or(z.null()), 'string | null'],
    'what may be absent': [
      z.object({ a: z.int().default(1), b: z.string().optional() }),
      '{ a?: number | undefined; b?: string | undefined; }',
    ],
    'names that are no words': [z.object({ 'x-y': z.boolean() }), '{ "x-y": boolean; }'],
    unions: [z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b') })]), '{ k: "a"; } | { k: "b"; }'],
    'what is said about a field': [z.object({ a: z.string().describe('Ends */ here.') }), '{ \n/** Ends *\\/ here. */\na: string; }'],
  };
  for (const [name, [contract, type]] of Object.entries(cases)) {
    it(`are right for ${name}`, () => {
      expect(printType(schemaOf(contract, 'input'))).to.equal(type);
    });
  }
});
