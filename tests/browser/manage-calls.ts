import type { makeRouter } from '@comptoir/adapters-http/kit/mount-routes.js';
import { readJson } from '@comptoir/adapters-http/kit/read-json.js';
import type { ManageRoutesDeps } from '@comptoir/adapters-http/web/manage/manage-routes.js';
import type { Session } from '@comptoir/core/identity/session.js';
import type { User } from '@comptoir/core/identity/user.js';
import { DomainError, type ErrorCode } from '@comptoir/core/kit/errors.js';
import { z } from 'zod';
import { type ManageWorld, NOBODYS_SCOPE } from './manage-world.js';

type Context = Parameters<ManageRoutesDeps['contextOf']>[0];

export interface FakeCall {
  readonly name: string;
  readonly input: unknown;
}

export interface FakeCalls {
  readonly calls: FakeCall[];
  readonly refusals: { readonly status: number; readonly code: ErrorCode; readonly retryAfterSecs?: number }[];
  /** What sessions act for, by their ids. */
  readonly acting: Map<string, { readonly tenantId: string; readonly siteId: string | null }>;
}

const COOKIE = 'test.session';

/** The token of the mails that the platform of these tests would send. */
export const GOOD_TOKEN = 'a-token-that-works';

/** The session that a cookie names, while it is open. */
export async function sessionOf({ services, persistence }: ManageWorld, cookies: string): Promise<Session | null> {
  const id = new RegExp(`${COOKIE}=([\\w-]+)`).exec(cookies)?.[1];
  const session = id === undefined ? null : await persistence.transact(NOBODYS_SCOPE, ({ sessions }) => sessions.get(id));
  return session === null || session.revokedAt !== null || session.expiresAt < services.clock.now() ? null : session;
}

/** Signs the browser in. */
export function startSession(ctx: Context, { id }: Session): void {
  ctx.set('Set-Cookie', `${COOKIE}=${id}; HttpOnly; SameSite=Lax; Path=/`);
}

type Input = Readonly<Record<string, string | null>>;
type Run = (ctx: Context, input: Input) => Promise<unknown>;

/** The calls the pages make, answered on the wire of the platform (decisions §6). */
export function addFakeCalls(router: ReturnType<typeof makeRouter>, world: ManageWorld, fake: FakeCalls): void {
  const procedures = new Map(Object.entries(fakeProcedures(world, fake)));
  const perform = async (name: string, ctx: Context, input: Input): Promise<unknown> => {
    const run = procedures.get(name);
    if (run === undefined) throw new DomainError('not_found');
    return run(ctx, input);
  };

  router.post('/api/rpc/:procedure', async (ctx) => {
    const name = ctx.params.procedure ?? '';
    const { json } = z.object({ json: z.record(z.string(), z.string().nullable()) }).parse(await readJson(ctx));
    fake.calls.push({ name, input: json });
    const refused = fake.refusals.shift();
    if (refused?.retryAfterSecs !== undefined) ctx.set('Retry-After', String(refused.retryAfterSecs));
    if (refused !== undefined) return refuse(ctx, refused.status, refused.code);
    try {
      const result = await perform(name, ctx, json);
      ctx.body = { result: { data: { json: result ?? null } } };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refuse(ctx, 400, error.code);
    }
  });

  router.post('/api/auth/manage-invite-accept', async (ctx) => {
    const { d, ...answer } = z.record(z.string(), z.string()).parse(await readJson(ctx));
    fake.calls.push({ name: 'accept', input: answer });
    const invite = world.invites.get(d ?? '');
    if (invite === undefined || typeof invite === 'string') throw new DomainError('invalid_invite');
    const known = await userOf(world, invite.email);
    const current = await sessionOf(world, ctx.get('Cookie'));
    if (known !== null && known.id !== current?.userId && !hasPassword(known, answer.password)) throw new DomainError('invalid_login');
    const user = known ?? (await world.person({ email: invite.email, name: answer.name ?? '' }));
    startSession(ctx, await world.session(user));
    ctx.body = { ok: true };
  });
}

function fakeProcedures(world: ManageWorld, { acting }: FakeCalls): Record<string, Run> {
  const { persistence, clock } = world;
  const current = async (ctx: Context) => {
    const session = await sessionOf(world, ctx.get('Cookie'));
    if (session === null) throw new DomainError('unauthorized');
    return session;
  };
  const revoke = (userId: string, id: string) =>
    persistence.transact(NOBODYS_SCOPE, ({ sessions }) => sessions.revoke(userId, id, clock.now()));
  const useToken: Run = async (_ctx, { token, password }) => {
    if (token !== GOOD_TOKEN) throw new DomainError('invalid_token');
    if (password === 'password1234') throw new DomainError('weak_password');
  };
  return {
    'auth.login': async (ctx, { email, password }) => {
      const user = await userOf(world, email ?? '');
      if (user === null || !hasPassword(user, password)) throw new DomainError('invalid_login');
      startSession(ctx, await world.session(user));
      return { token: 'a-token-for-programs' };
    },
    'auth.logout': async (ctx) => {
      const { userId, id } = await current(ctx);
      await revoke(userId, id);
    },
    'auth.requestPasswordReset': async () => undefined,
    'auth.resendVerificationEmail': async () => undefined,
    'auth.resetPassword': useToken,
    'auth.verifyEmail': useToken,
    'profile.revokeSession': async (ctx, { id }) => revoke((await current(ctx)).userId, id ?? ''),
    'tenants.switch': async (ctx, { tenantId, siteId = null }) => {
      acting.set((await current(ctx)).id, { tenantId: tenantId ?? '', siteId });
    },
  };
}

function userOf({ persistence }: ManageWorld, email: string): Promise<User | null> {
  return persistence.transact(NOBODYS_SCOPE, ({ users }) => users.byEmail(email));
}

function hasPassword({ passwordHash }: User, password: string | null | undefined): boolean {
  return passwordHash === `plain:${password}`;
}

function refuse(ctx: Context, status: number, code: ErrorCode): void {
  ctx.status = status;
  const { message } = new DomainError(code);
  ctx.body = {
    error: { json: { message, code: -32600, data: { code: 'BAD_REQUEST', httpStatus: status, error: code, requestId: 'r1' } } },
  };
}
