import { emailSchema } from '@comptoir/core/identity/email.js';
import { SESSION_DAYS } from '@comptoir/core/identity/session.js';
import type { User } from '@comptoir/core/identity/user.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { idSchema, slugSchema } from '@comptoir/core/kit/validate.js';
import type { Services } from '@comptoir/core/services.js';
import { z } from 'zod';
import { defineCommand } from './command.js';
import { auditEntry, NO_TENANT, scopeOf, siteBySlug, userByEmail } from './lookups.js';
import { table } from './table.js';

/** Tokens for scripts: minted only here and by sign-ins (interfaces B, rule 5). */

const CLI_CLIENT = { address: 'local', userAgent: 'comptoir' } as const;

export const mintToken = defineCommand({
  name: 'tokens.mint',
  args: z.object({ email: emailSchema, site: slugSchema.optional(), days: z.int().min(1).max(SESSION_DAYS).optional() }),
  result: z.object({ token: z.string(), expiresAt: z.coerce.date(), tenantId: z.string().nullable(), siteId: z.string().nullable() }),
  async run({ services }, { email, site: slug, days }) {
    const user = await userByEmail(services, email);
    const scope = slug === undefined ? null : await siteOfMember(services, user, slug);
    return services.unitOfWork(scope ?? NO_TENANT, async (inside, { audit }) => {
      const { token, expiresAt, tenantId, siteId } = await inside.auth.startSession(user, 'token', scope, CLI_CLIENT, days);
      await audit.append(auditEntry(inside, 'tokens.mint', { tenantId, siteId, subjectId: user.id, input: { email, expiresAt } }));
      return { token, expiresAt, tenantId, siteId };
    });
  },
  print: ({ token, expiresAt }) => `${token}\nA Bearer token, valid until ${expiresAt.toISOString()}; it is shown this once.`,
});

export const listTokens = defineCommand({
  name: 'tokens.list',
  args: z.object({ email: emailSchema }),
  result: z.object({
    tokens: z.array(
      z.object({
        id: z.string(),
        createdAt: z.coerce.date(),
        lastSeenAt: z.coerce.date(),
        expiresAt: z.coerce.date(),
        address: z.string(),
      }),
    ),
  }),
  async run({ services }, { email }) {
    const tokens = await tokensOf(services, await userByEmail(services, email));
    return {
      tokens: tokens.map(({ id, createdAt, lastSeenAt, expiresAt, address }) => ({ id, createdAt, lastSeenAt, expiresAt, address })),
    };
  },
  print({ tokens }) {
    if (tokens.length === 0) return 'No tokens.';
    const rows = tokens.map(({ id, createdAt, lastSeenAt, expiresAt }) => [id, ...[createdAt, lastSeenAt, expiresAt].map(isoOf)]);
    return table(['ID', 'MINTED', 'LAST USED', 'EXPIRES'], rows);
  },
});

export const revokeTokens = defineCommand({
  name: 'tokens.revoke',
  args: z.object({ email: emailSchema, id: idSchema.optional() }),
  result: z.object({ revoked: z.array(z.string()) }),
  async run({ services }, { email, id }) {
    const user = await userByEmail(services, email);
    const open = (await tokensOf(services, user)).map((token) => token.id);
    const revoked = open.filter((tokenId) => id === undefined || tokenId === id);
    if (id !== undefined && revoked.length === 0) throw new DomainError('unknown_record', { message: `${email} has no token ${id}.` });
    await services.unitOfWork(NO_TENANT, async (inside, { audit, sessions }) => {
      for (const tokenId of revoked) await sessions.revoke(user.id, tokenId, inside.clock.now());
      await audit.append(
        auditEntry(inside, 'tokens.revoke', { tenantId: null, siteId: null, subjectId: user.id, input: { email, revoked } }),
      );
    });
    services.identify.forget(user.id);
    return { revoked };
  },
  print: ({ revoked }) =>
    revoked.length === 0 ? 'No tokens.' : `Revoked ${revoked.join(', ')}; other servers refuse them within seconds.`,
});

async function tokensOf({ views, clock }: Services, { id }: User) {
  const sessions = await views.sessions.ofUser(id, clock.now());
  return sessions.filter(({ kind }) => kind === 'token');
}

/** The establishment, when the person may act for it: a token for another one would be refused at every call. */
async function siteOfMember(services: Services, user: User, slug: string) {
  const site = await siteBySlug(services, slug);
  const places = await services.views.members.ofUser(user.id);
  const place = places.find(({ tenantId, active, tenantActive }) => tenantId === site.tenantId && active && tenantActive);
  const mayAct = place?.assignments.some(({ siteId }) => siteId === null || siteId === site.id) ?? false;
  if (mayAct || user.superAdmin) return scopeOf(site);
  throw new DomainError('forbidden', { message: `${user.email} has no role at ${slug}.` });
}

function isoOf(instant: Date): string {
  return instant.toISOString();
}
