import { z } from 'zod';
import { pageInput, pageOf } from '../kit/page.js';
import { defineProcedure, identityOf, tenantScopeOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import { DONE, done } from './account-contract.js';

const text = z.string();

/** A session is its person's own, whatever they use it for: an organisation sees that it is open, not from where it is used. */
const memberSession = z.object({
  id: text,
  userId: text,
  email: text,
  name: text,
  kind: z.enum(['browser', 'oidc', 'token']),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  expiresAt: z.date(),
  userAgent: text.nullable(),
});

/** The `sessions` router: the open sessions of the members of an organisation. */
export function sessionsRouter() {
  return {
    list: defineProcedure({
      type: 'query',
      access: { kind: 'permission', permissions: ['sessions:read'] },
      summary: 'One page of the open sessions of the members, last used first.',
      input: pageInput.extend({ userId: idSchema.optional() }).prefault({}),
      output: pageOf(memberSession),
      run: async (context, filter) => {
        const { views, clock } = context.services;
        return views.sessions.list(tenantScopeOf(context), filter, clock.now());
      },
    }),
    revoke: defineProcedure({
      type: 'mutation',
      access: { kind: 'permission', permissions: ['sessions:revoke'] },
      changesSession: true,
      summary: 'Ends a session of a member whose roles are not above those of the caller.',
      input: z.object({ id: idSchema }),
      output: done,
      errors: ['unknown_record', 'forbidden'],
      run: async (context, { id }) => {
        const { userId, sessionId, roles } = identityOf(context);
        const by = { userId, superAdmin: roles.includes('super-admin') };
        await context.services.sessions.endOfMember(tenantScopeOf(context), by, id);
        if (id === sessionId) context.session.end();
        return DONE;
      },
    }),
  };
}
