import { z } from 'zod';

/** `POST /edge-cache/purge-site` (interfaces, "Edge route-table eviction"). */
export const purgeInput = z.strictObject({
  host: z
    .string()
    .min(1)
    .max(262)
    .meta({ description: 'The host of the site.', examples: ['lucie.example'] }),
});

export const purgeAnswer = z.object({
  ok: z.literal(true),
  host: z.string().meta({
    description: 'As sites are looked up: lower-case, without port and final dot, in the letters of the DNS.',
    examples: ['lucie.example'],
  }),
  evicted: z.boolean().meta({
    description: 'False when there was no table to replace: the host is unknown, or nobody has asked for it yet.',
  }),
  generation: z
    .int()
    .nonnegative()
    .meta({ description: 'Of the table that answers from now on; 0 for an unknown host.', examples: [2] }),
  took_ms: z
    .number()
    .nonnegative()
    .meta({ description: 'How long it took, in milliseconds.', examples: [31.4] }),
});
export type PurgeAnswer = z.output<typeof purgeAnswer>;
