import { inviteAcceptSchema, inviteLinkAnswerSchema, inviteLinkSchema } from '@comptoir/core/identity/invite-requests.js';
import { answerCall } from '@comptoir/core/kit/call-procedure.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { Registry } from '@comptoir/core/kit/registry.js';
import { parse } from '@comptoir/core/kit/validate.js';
import type { Services } from '@comptoir/core/services.js';
import type Router from '@koa/router';
import type { HostState } from '../kit/koa-app.js';
import { readJson } from '../kit/read-json.js';
import type { ContextOf } from './call-context.js';

export interface AuthRouteDeps {
  readonly services: Pick<Services, 'auth' | 'invites'>;
  readonly registry: Registry;
  readonly contextOf: ContextOf;
}

const INVITE = 'users.invite';

/** Invites and signing out (interfaces B, "Authentication-related HTTP endpoints"). */
export function addAuthRoutes(router: Router<HostState>, { services, registry, contextOf }: AuthRouteDeps): void {
  // A front of the procedure, which brings permission, audit entry and idempotency with it.
  router.post('/api/manage/auth/invite-link', async function makeInviteLink(ctx) {
    const context = await contextOf(ctx);
    const procedure = registry.find(INVITE);
    if (procedure === null) throw new DomainError('not_found');
    const { result, replayed } = await answerCall(INVITE, procedure, context, parse(inviteLinkSchema, await readJson(ctx)));
    const { url, expiresAt } = inviteLinkAnswerSchema.parse(result);
    if (replayed) ctx.set('Idempotent-Replayed', 'true');
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true, url, expiresAt };
  });

  router.post('/api/auth/manage-invite-accept', async function acceptInvite(ctx) {
    const { identity, client, session } = await contextOf(ctx);
    const { d, name, password } = parse(inviteAcceptSchema, await readJson(ctx));
    const { token, expiresAt } = await services.invites.accept(d, { name, password, signedInAs: identity?.userId ?? null }, client);
    session.start(token, expiresAt);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true };
  });

  // Signed out is what the caller is afterwards, whoever they were.
  router.post('/api/auth/logout', async function signOut(ctx) {
    const { identity, session } = await contextOf(ctx);
    if (identity !== null && identity.sessionId !== null) await services.auth.logout(identity.userId, identity.sessionId);
    session.end();
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true };
  });
}
