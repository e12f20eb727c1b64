import { z } from 'zod';
import { type CallContext, clientOf, defineProcedure, identityOf, type Role } from '../kit/procedure.js';
import { secret } from '../kit/secret.js';
import { DONE, done, loginName, passwordInput, profileOf, profileRecord, signedInOf, signedInRecord } from './account-contract.js';
import type { SignedIn } from './auth-service.js';
import { LOCALES, TENANT_ROLES } from './user.js';

const text = z.string();
const nothing = z.object({}).optional();
const ROLES = ['super-admin', ...TENANT_ROLES] as const satisfies readonly Role[];

/** Of the `auth` router: the caller's session, and who they are. */
export function sessionProcedures() {
  return {
    login: defineProcedure({
      type: 'mutation',
      access: { kind: 'public' },
      transaction: 'own',
      changesSession: true,
      summary: 'Signs in by password. Whatever does not fit, the answer is the same.',
      input: z.object({ email: loginName, password: passwordInput }),
      output: signedInRecord,
      errors: ['invalid_login', 'rate_limited'],
      run: async (context, credentials) => started(context, await context.services.auth.login(credentials, clientOf(context))),
    }),
    bridgeOidc: defineProcedure({
      type: 'mutation',
      access: { kind: 'public' },
      transaction: 'own',
      changesSession: true,
      summary: 'Signs in by an ID token that the identity provider has issued to this platform.',
      input: z.object({ idToken: secret(z.string().min(1).max(20_000)) }),
      output: signedInRecord,
      errors: ['invalid_login', 'oidc_not_configured', 'provider_unreachable'],
      run: async (context, { idToken }) => started(context, await context.services.providerLogin.signInByToken(idToken, clientOf(context))),
    }),
    logout: defineProcedure({
      type: 'mutation',
      access: { kind: 'protected' },
      changesSession: true,
      summary: 'Ends the session of the call: its token is worthless from then on, wherever it was copied to.',
      input: nothing,
      output: done,
      run: async (context) => {
        const { userId, sessionId } = identityOf(context);
        if (sessionId !== null) await context.services.auth.logout(userId, sessionId);
        context.session.end();
        return DONE;
      },
    }),
    getSession: defineProcedure({
      type: 'query',
      access: { kind: 'protected' },
      summary: 'The session of the call and what it acts for.',
      input: nothing,
      output: z.object({
        userId: text,
        sessionId: text.nullable(),
        tenantId: text.nullable(),
        siteId: text.nullable(),
        roles: z.array(z.enum(ROLES)),
        expiresAt: z.date().nullable(),
      }),
      run: async (context) => {
        const { services } = context;
        const { userId, sessionId, tenant, site, roles } = identityOf(context);
        const open = await services.views.sessions.ofUser(userId, services.clock.now());
        const expiresAt = open.find(({ id }) => id === sessionId)?.expiresAt ?? null;
        return { userId, sessionId, tenantId: tenant?.tenantId ?? null, siteId: site?.siteId ?? null, roles: [...roles], expiresAt };
      },
    }),
    getProfile: defineProcedure({
      type: 'query',
      access: { kind: 'protected' },
      summary: 'The caller and the organisations they belong to.',
      input: nothing,
      output: profileRecord,
      errors: ['unknown_record'],
      run: async (context) => profileOf(await context.services.profile.get(identityOf(context).userId)),
    }),
    getUserInfo: defineProcedure({
      type: 'query',
      access: { kind: 'protected' },
      summary: 'The caller in the words of OpenID Connect (Core 1.0, 5.1).',
      input: nothing,
      output: z.object({ sub: text, email: text, email_verified: z.boolean(), name: text, locale: z.enum(LOCALES) }),
      errors: ['unknown_record'],
      run: async (context) => {
        const { user } = await context.services.profile.get(identityOf(context).userId);
        const { id, email, emailVerifiedAt, name, locale } = user;
        return { sub: id, email, email_verified: emailVerifiedAt !== null, name, locale };
      },
    }),
    canAccessManage: defineProcedure({
      type: 'query',
      access: { kind: 'protected' },
      summary: 'Whether the caller may use the back office, and for which organisations.',
      input: nothing,
      output: z.object({ allowed: z.boolean(), tenants: z.array(z.object({ id: text, name: text })) }),
      run: async (context) => {
        const { userId, roles } = identityOf(context);
        const open = (await context.services.views.members.ofUser(userId)).filter(({ active, tenantActive }) => active && tenantActive);
        const tenants = open.map(({ tenantId, tenantName }) => ({ id: tenantId, name: tenantName }));
        return { allowed: tenants.length > 0 || roles.includes('super-admin'), tenants };
      },
    }),
  };
}

function started(context: CallContext, signedIn: SignedIn) {
  context.session.start(signedIn.token, signedIn.expiresAt);
  return signedInOf(signedIn);
}
