import { z } from 'zod';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, tenantScopeOf } from '../kit/procedure.js';
import { idSchema, instantInput, personText } from '../kit/validate.js';

const auditRecord = z.object({
  id: z.string(),
  at: z.date(),
  actor: z.string(),
  action: z.string(),
  subjectId: z.string().nullable(),
  siteId: z.string().nullable(),
  input: z.unknown(),
  requestId: z.string(),
  address: z.string(),
});

const filter = pageInput
  .extend({
    action: personText(1, 120).optional(),
    actor: personText(1, 120).optional(),
    subjectId: idSchema.optional(),
    from: instantInput.optional(),
    to: instantInput.optional(),
  })
  .prefault({});

/** The `audit` router: who changed what. */
export function auditRouter() {
  return {
    list: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['audit:read'] },
      summary: 'One page of the changes made in the organisation, newest first. Needs the permission in the whole organisation.',
      input: filter,
      output: pageOf(auditRecord),
      errors: ['forbidden'],
      run: async (context, input) => {
        await context.services.permissions.require(context, 'audit:read', null);
        return context.services.views.audit.list(tenantScopeOf(context), input);
      },
    }),
  };
}
