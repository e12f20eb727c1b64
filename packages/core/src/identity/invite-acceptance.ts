import { DomainError } from '../kit/errors.js';
import type { Client } from '../kit/procedure.js';
import type { Stores } from '../stores.js';
import { accountEntry } from './account-audit.js';
import { againWhenTaken } from './again-when-taken.js';
import type { SignedIn } from './auth-service.js';
import type { IdentityDeps } from './identity-deps.js';
import type { InvitesService } from './invites-service.js';
import { join } from './join.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';
import { openSession } from './open-session.js';
import type { PasswordLogin } from './password-login.js';
import { type OpenInvite, readInvite } from './read-invite.js';
import type { User } from './user.js';
import { askToVerify } from './verify-address.js';
import { type Accepting, whoAccepts } from './who-accepts.js';

/** The invited person's side of an invite. */
export function makeInviteAcceptance(deps: IdentityDeps, passwordLogin: PasswordLogin): Pick<InvitesService, 'accept'> {
  const { transact, clock, post, signals } = deps;

  /** The user who accepts, as the transaction finds them. */
  async function userOf(stores: Stores, accepting: Accepting, client: Client): Promise<User> {
    if (accepting.kind === 'by-password') return passwordLogin.confirm(stores, accepting.proved, client);
    if (accepting.kind === 'new') {
      await stores.users.create(accepting.user);
      return accepting.user;
    }
    const user = await stores.users.byId(accepting.userId);
    if (user === null) throw new DomainError('invalid_login');
    return user;
  }

  /** An address is proved by the link that was mailed to it; a new account that came by the other one is asked to prove its own. */
  async function proveAddress(stores: Stores, user: User, { mailed }: OpenInvite, isNew: boolean): Promise<User> {
    if (user.emailVerifiedAt !== null) return user;
    if (mailed) return stores.users.change(user.id, (current) => ({ ...current, emailVerifiedAt: clock.now() }));
    if (isNew) await post(stores, await askToVerify(deps, stores, user, null));
    return user;
  }

  const acceptAs = (accepting: Accepting, payload: string, client: Client): Promise<SignedIn> =>
    transact(NOBODYS_SCOPE, async (stores, views) => {
      const now = clock.now();
      const invite = await readInvite(deps, stores, views, payload, now);
      if ((await stores.oneTimeTokens.consume('invite', invite.hash, now)) === null) throw new DomainError('invite_used');
      const { tenantId, siteId } = invite.details;
      const accepted = await userOf(stores, accepting, client);
      await join(stores.members, accepted.id, invite.details, now);
      const user = await proveAddress(stores, accepted, invite, accepting.kind === 'new');
      const opening = { kind: 'browser', scope: { tenantId, siteId }, client } as const;
      const { sessionId, ...signedIn } = await openSession(deps, stores, views, user, opening);
      const event = { action: 'auth.acceptInvite', userId: user.id, sessionId, tenantId, siteId };
      await stores.audit.append(accountEntry(deps, event, client));
      return signedIn;
    });

  /** Who is invited, and the account of that address. */
  const look = (payload: string) =>
    transact(NOBODYS_SCOPE, async (stores, views) => {
      const { email } = (await readInvite(deps, stores, views, payload, clock.now())).details;
      return { email, owner: await stores.users.byEmail(email) };
    });

  return {
    accept: (payload, answer, client) =>
      againWhenTaken(async () => {
        const accepting = await whoAccepts(deps, passwordLogin, await look(payload), answer, client);
        const signedIn = await acceptAs(accepting, payload, client);
        signals.send({ kind: 'identity-changed', userId: signedIn.user.id });
        return signedIn;
      }),
  };
}
