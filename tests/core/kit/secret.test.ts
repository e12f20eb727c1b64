import { personal, secret, withoutSecrets } from '@comptoir/core/kit/secret.js';
import { expect } from 'chai';
import { z } from 'zod';

const CANARY = 'hunter2';

describe('a value without its secrets', () => {
  const password = () => secret(z.string());
  const cleaned = (schema: z.ZodType, value: unknown) => withoutSecrets(schema, value, undefined);

  for (const [where, schema, value] of [
    ['in an object', z.object({ name: z.string(), password: password() }), { name: 'Ada', password: CANARY }],
    ['below', z.object({ a: z.object({ b: password() }) }), { a: { b: CANARY } }],
    ['in a list', z.object({ all: z.array(z.object({ key: password() })) }), { all: [{ key: CANARY }] }],
    ['that may be absent', z.object({ password: password().optional() }), { password: CANARY }],
    ['that may be null', z.object({ password: password().nullable() }), { password: CANARY }],
    ['with a default', z.object({ password: password().default('') }), { password: CANARY }],
    ['marked after it was made optional', z.object({ password: secret(z.string().optional()) }), { password: CANARY }],
    ['behind a transformation', z.object({ password: password().transform((text) => text) }), { password: CANARY }],
    ['behind another contract', z.object({ password: password().pipe(z.string()) }), { password: CANARY }],
    [
      'in either half of an intersection',
      z.intersection(z.object({ id: z.string() }), z.object({ key: password() })),
      { id: 'a', key: CANARY },
    ],
    ['in one branch of a union', z.union([z.object({ n: z.number() }), z.object({ key: password() })]), { key: CANARY }],
    [
      'in one branch of a tagged union',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), key: password() }), z.object({ kind: z.literal('b') })]),
      { kind: 'a', key: CANARY },
    ],
    ['that is a record of anything', z.object({ value: secret(z.record(z.string(), z.unknown())) }), { value: { deep: [CANARY] } }],
    ['that is everything', password(), CANARY],
  ] as const) {
    it(`loses one ${where}`, () => {
      expect(schema.safeParse(value).success, 'the example fits its contract').to.equal(true);
      expect(JSON.stringify(cleaned(schema, value)) ?? '').to.not.contain(CANARY);
    });
  }

  it('keeps everything else as it is', () => {
    const schema = z.object({ at: z.date(), tags: z.array(z.string()), key: password(), rest: z.record(z.string(), z.number()) });
    const at = new Date(0);

    expect(cleaned(schema, { at, tags: ['a'], key: CANARY, rest: { n: 1 } })).to.deep.equal({ at, tags: ['a'], rest: { n: 1 } });
  });

  it('loses what is personal where it is kept for good, and only there', () => {
    const schema = z.object({ id: z.string(), name: personal(z.string().nullable()).default(null), tags: personal(z.array(z.string())) });
    const value = { id: 'a', name: CANARY, tags: [CANARY] };

    expect(cleaned(schema, value)).to.deep.equal({ id: 'a' });
    expect(withoutSecrets(schema, value, null)).to.deep.equal(value);
  });

  it('loses a field whose name says that it is one, marked or not', () => {
    const schema = z.object({ name: z.string(), newPassword: z.string(), resetToken: z.string() });

    expect(cleaned(schema, { name: 'Ada', newPassword: CANARY, resetToken: CANARY })).to.deep.equal({ name: 'Ada' });
  });

  it('can show that something was there', () => {
    expect(withoutSecrets(z.object({ key: password() }), { key: CANARY }, null)).to.deep.equal({ key: null });
  });
});
