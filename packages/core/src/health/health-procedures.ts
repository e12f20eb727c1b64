import { z } from 'zod';
import { defineProcedure } from '../kit/procedure.js';

const NOTHING = z.object({}).default({});

/** The `health` router: whether the platform works. */
export function healthRouter() {
  return {
    ping: defineProcedure({
      type: 'query',
      access: { kind: 'public' },
      summary: 'Answers: the platform can be reached.',
      input: NOTHING,
      output: z.object({ ok: z.literal(true), at: z.date() }),
      run: async ({ services }) => ({ ok: true as const, at: services.clock.now() }),
    }),
    checks: defineProcedure({
      type: 'query',
      access: { kind: 'role', role: 'super-admin' },
      summary: 'Looks at everything the platform depends on.',
      input: NOTHING,
      output: z.object({ ok: z.boolean(), checks: z.array(z.object({ name: z.string(), ok: z.boolean(), tookMs: z.int() })) }),
      run: async ({ services }) => {
        const checks = await services.health.check();
        return { ok: checks.every(({ ok }) => ok), checks: [...checks] };
      },
    }),
    version: defineProcedure({
      type: 'query',
      access: { kind: 'protected' },
      summary: 'The version of the product that answers.',
      input: NOTHING,
      output: z.object({ version: z.string() }),
      run: async ({ services }) => ({ version: services.health.version }),
    }),
  };
}
