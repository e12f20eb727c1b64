import type { IdentityDeps } from './identity-deps.js';
import { makeInviteAcceptance } from './invite-acceptance.js';
import { makeInviteSending } from './invite-sending.js';
import type { InvitesService } from './invites-service.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';
import { makePasswordLogin } from './password-login.js';
import { readInvite } from './read-invite.js';
import { makeRequestThrottle } from './request-throttle.js';

export function makeInvitesService(deps: IdentityDeps): InvitesService {
  return {
    ...makeInviteSending(deps, makeRequestThrottle(deps.crypto)),
    ...makeInviteAcceptance(deps, makePasswordLogin(deps)),

    show: (payload) =>
      deps.transact(NOBODYS_SCOPE, async (stores, views) => {
        const invite = await readInvite(deps, stores, views, payload, deps.clock.now());
        const { details, expiresAt, tenantName, siteName } = invite;
        const owner = await stores.users.byEmail(details.email);
        return { email: details.email, tenantName, siteName, roles: details.roles, expiresAt, known: owner !== null };
      }),
  };
}
