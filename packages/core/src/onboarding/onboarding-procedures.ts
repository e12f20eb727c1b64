import { z } from 'zod';
import { defineProcedure, tenantScopeOf } from '../kit/procedure.js';
import { ONBOARDING_STEPS } from './onboarding-service.js';

const stepInput = z.object({ step: z.enum(ONBOARDING_STEPS) });

const stateRecord = z.object({
  finished: z.boolean(),
  steps: z.array(z.object({ step: z.enum(ONBOARDING_STEPS), status: z.enum(['open', 'done', 'skipped']) })),
});

/** The `onboarding` router: how far the organisation is with setting itself up. */
export function onboardingRouter() {
  const mark = (as: 'done' | 'skipped', summary: string) =>
    defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['onboarding:write'] },
      summary,
      input: stepInput,
      output: stateRecord,
      errors: ['forbidden'],
      run: async (context, { step }) => {
        await context.services.permissions.require(context, 'onboarding:write', null);
        return context.services.onboarding.mark(tenantScopeOf(context), step, as);
      },
    });
  return {
    state: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['onboarding:read'] },
      summary: 'The steps of setting up, and which are done, skipped or open.',
      input: z.object({}).default({}),
      output: stateRecord,
      run: (context) => context.services.onboarding.state(tenantScopeOf(context)),
    }),
    complete: mark('done', 'Marks a step as done, where that cannot be seen.'),
    skip: mark('skipped', 'Marks a step as one the organisation does not want to take.'),
  };
}
