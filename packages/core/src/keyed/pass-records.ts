import { z } from 'zod';
import { personal, secret } from '../kit/secret.js';
import { PASS_KINDS, type Pass } from '../passes/pass.js';

/** Passes as the keyed API shows them (decisions §4). */

const text = z.string();
const ok = z.literal(true);

export const keyedPass = z.object({
  id: text.meta({ examples: ['0196a3de-4f1c-7e21-8c55-90b1c4d7f6a2'] }),
  kind: z.enum(PASS_KINDS),
  name: text.meta({ examples: ['Abonnement annuel'] }),
  owner: personal(z.object({ name: text, email: text.nullable() })),
  code: secret(text).meta({
    description: 'What its card says, as text or in a QR code: whoever knows it is let in.',
    examples: ['7hq2mxk9w4tznb3rjc8vd5pyfe'],
  }),
  validFrom: text.nullable().meta({ description: 'The first day it lets somebody in; null: no such day.', examples: ['2026-05-01'] }),
  validUntil: text.nullable().meta({ description: 'The last day; null: without end.', examples: ['2027-04-30'] }),
  entries: z
    .int()
    .nullable()
    .meta({ description: 'How often, in all; null: any number of times.', examples: [10] }),
  used: z.int().meta({ examples: [3] }),
  oncePerDay: z.boolean(),
  blocked: z.boolean().meta({ examples: [false] }),
  blockedReason: text.nullable().meta({ examples: [null] }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const passAnswer = z.object({ ok, pass: keyedPass });
export const passesAnswer = z.object({
  ok,
  passes: z.array(keyedPass),
  nextCursor: text.nullable().meta({ description: 'Null: there are no more.', examples: [null] }),
});

/** Nothing is to be said. */
export const unblockInput = z.strictObject({});

export function presentPass({ version: _version, blockedAt, createdAt, updatedAt, ...pass }: Pass): z.output<typeof keyedPass> {
  return { ...pass, blocked: blockedAt !== null, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
