import { z } from 'zod';
import { type CallContext, clientOf, defineProcedure, identityOf } from '../kit/procedure.js';
import { idSchema } from '../kit/validate.js';
import {
  DONE,
  done,
  notificationsRecord,
  passwordInput,
  personName,
  profileOf,
  profileRecord,
  userOf,
  userRecord,
} from './account-contract.js';
import type { Session } from './session.js';
import { LOCALES } from './user.js';

const text = z.string();

const ownSession = z.object({
  id: text,
  kind: z.enum(['browser', 'oidc', 'token']),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  expiresAt: z.date(),
  address: text,
  userAgent: text.nullable(),
  /** The one this call is made with. */
  current: z.boolean(),
});

/** The `profile` router: what people see and change of their own account. */
export function profileRouter() {
  return {
    get: defineProcedure({
      type: 'query',
      access: { kind: 'protected' },
      summary: 'The caller and the organisations they belong to.',
      input: z.object({}).optional(),
      output: profileRecord,
      errors: ['unknown_record'],
      run: async (context) => profileOf(await context.services.profile.get(identityOf(context).userId)),
    }),
    update: defineProcedure({
      type: 'mutation',
      access: { kind: 'protected' },
      summary: 'Changes the name, the language, or what the caller is told by mail; what is left out stays.',
      input: z.object({
        name: personName.optional(),
        locale: z.enum(LOCALES).optional(),
        notifications: notificationsRecord.partial().optional(),
      }),
      output: userRecord,
      errors: ['unknown_record'],
      run: async (context, patch) => userOf(await context.services.profile.update(identityOf(context).userId, patch)),
    }),
    sessions: defineProcedure({
      type: 'query',
      access: { kind: 'protected' },
      summary: "The caller's open sessions, last used first.",
      input: z.object({}).optional(),
      output: z.object({ items: z.array(ownSession) }),
      run: async (context) => {
        const { services } = context;
        const { userId, sessionId } = identityOf(context);
        const open = await services.views.sessions.ofUser(userId, services.clock.now());
        return { items: open.map((session) => recordOf(session, sessionId)) };
      },
    }),
    revokeSession: defineProcedure({
      type: 'mutation',
      access: { kind: 'protected' },
      changesSession: true,
      summary: "Ends one of the caller's sessions; ending the one of this call signs out.",
      input: z.object({ id: idSchema }),
      output: done,
      errors: ['unknown_record'],
      run: async (context, { id }) => {
        await context.services.sessions.endOwn(identityOf(context).userId, id);
        if (id === identityOf(context).sessionId) context.session.end();
        return DONE;
      },
    }),
    revokeOthers: defineProcedure({
      type: 'mutation',
      access: { kind: 'protected' },
      summary: "Ends all of the caller's sessions but the one of this call.",
      input: z.object({}).optional(),
      output: z.object({ ended: z.int() }),
      run: async (context) => {
        const { userId, sessionId } = identityOf(context);
        return { ended: await context.services.sessions.endOthers(userId, sessionId) };
      },
    }),
    deleteAccount: defineProcedure({
      type: 'mutation',
      access: { kind: 'protected' },
      transaction: 'own',
      changesSession: true,
      summary: 'Deletes the account of the caller for good. Its password is asked for again; null for an account that has none.',
      input: z.object({ password: passwordInput.nullable() }),
      output: done,
      errors: ['invalid_login', 'rate_limited', 'last_owner', 'unknown_record'],
      run: deleteAccount,
    }),
  };
}

async function deleteAccount(context: CallContext, { password }: { readonly password: string | null }) {
  const { userId, sessionId } = identityOf(context);
  await context.services.profile.deleteAccount({ userId, sessionId }, password, clientOf(context));
  context.session.end();
  return DONE;
}

function recordOf(session: Session, currentId: string | null) {
  const { id, kind, createdAt, lastSeenAt, expiresAt, address, userAgent } = session;
  return { id, kind, createdAt, lastSeenAt, expiresAt, address, userAgent, current: id === currentId };
}
