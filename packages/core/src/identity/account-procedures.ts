import { z } from 'zod';
import { clientOf, defineProcedure, identityOf } from '../kit/procedure.js';
import { personText } from '../kit/validate.js';
import { DONE, done, linkToken, passwordInput, personName, signedInOf, signedInRecord } from './account-contract.js';
import { emailSchema } from './email.js';
import { DEFAULT_LOCALE, LOCALES } from './user.js';

const registration = z.object({
  email: emailSchema,
  password: passwordInput,
  name: personName,
  locale: z.enum(LOCALES).default(DEFAULT_LOCALE),
});

/** Of the `auth` router: accounts, their addresses and their passwords. */
export function accountProcedures() {
  return {
    register: defineProcedure({
      type: 'mutation',
      access: { kind: 'public' },
      transaction: 'own',
      summary: 'Registers a person and mails them a link that proves the address. The answer is the same when the address is taken.',
      input: registration,
      output: done,
      errors: ['weak_password', 'rate_limited'],
      run: async (context, input) => {
        await context.services.auth.register(input, null, clientOf(context));
        return DONE;
      },
    }),
    signup: defineProcedure({
      type: 'mutation',
      access: { kind: 'public' },
      transaction: 'own',
      summary: 'Registers a person who founds an organisation: it exists and is theirs once the mailed link has proved their address.',
      input: registration.extend({ organisation: personText(1, 120) }),
      output: done,
      errors: ['weak_password', 'rate_limited'],
      run: async (context, { organisation, ...input }) => {
        await context.services.auth.register(input, organisation, clientOf(context));
        return DONE;
      },
    }),
    verifyEmail: defineProcedure({
      type: 'mutation',
      access: { kind: 'public' },
      transaction: 'own',
      summary: 'Proves an address by the token of the mailed link. Signed out too: a link is opened anywhere.',
      input: z.object({ token: linkToken }),
      output: done.extend({ email: z.string() }),
      errors: ['invalid_token'],
      run: async (context, { token }) => {
        const { email } = await context.services.auth.verifyEmail(token, clientOf(context));
        return { ...DONE, email };
      },
    }),
    resendVerificationEmail: defineProcedure({
      type: 'mutation',
      access: { kind: 'protected' },
      transaction: 'own',
      summary: 'Mails the caller another link that proves their address; links mailed before stop working.',
      input: z.object({}).optional(),
      output: done,
      errors: ['rate_limited'],
      run: async (context) => {
        await context.services.auth.resendVerification(identityOf(context).userId, clientOf(context));
        return DONE;
      },
    }),
    requestPasswordReset: defineProcedure({
      type: 'mutation',
      access: { kind: 'public' },
      transaction: 'own',
      summary: 'Mails a link that sets a new password. The answer is the same for an address that nobody has.',
      input: z.object({ email: emailSchema }),
      output: done,
      errors: ['rate_limited'],
      run: async (context, { email }) => {
        await context.services.auth.requestPasswordReset(email, clientOf(context));
        return DONE;
      },
    }),
    resetPassword: defineProcedure({
      type: 'mutation',
      access: { kind: 'public' },
      transaction: 'own',
      summary: 'Sets a new password by the token of the mailed link, and ends every session. Signs nobody in.',
      input: z.object({ token: linkToken, password: passwordInput }),
      output: done,
      errors: ['invalid_token', 'weak_password'],
      run: async (context, { token, password }) => {
        await context.services.auth.resetPassword(token, password, clientOf(context));
        return DONE;
      },
    }),
    changePassword: defineProcedure({
      type: 'mutation',
      access: { kind: 'protected' },
      transaction: 'own',
      changesSession: true,
      summary: 'Changes the password of the caller, ends their other sessions and answers a new token for this one.',
      input: z.object({ current: passwordInput.nullable(), next: passwordInput }),
      output: signedInRecord,
      errors: ['invalid_login', 'weak_password', 'rate_limited'],
      run: async (context, passwords) => {
        const { userId, sessionId, tenant, site } = identityOf(context);
        const scope = { tenantId: tenant?.tenantId ?? null, siteId: site?.siteId ?? null };
        const signedIn = await context.services.auth.changePassword({ userId, sessionId, scope }, passwords, clientOf(context));
        context.session.start(signedIn.token, signedIn.expiresAt);
        return signedInOf(signedIn);
      },
    }),
  };
}
