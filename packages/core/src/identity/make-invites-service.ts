import { DomainError } from '../kit/errors.js';
import type { Mail } from '../kit/mail.js';
import type { Client } from '../kit/procedure.js';
import type { TenantScope } from '../kit/scope.js';
import type { Stores, Views } from '../stores.js';
import { accountEntry } from './account-audit.js';
import { againWhenTaken } from './again-when-taken.js';
import type { SignedIn } from './auth-service.js';
import { normalEmail } from './email.js';
import type { IdentityDeps } from './identity-deps.js';
import { type Accepting, join, whoAccepts } from './invite-acceptance.js';
import { sealInvite } from './invite-payload.js';
import type { InvitesService } from './invites-service.js';
import { inviteMail } from './mails.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';
import { makeOneTimeSecret } from './one-time-secret.js';
import { INVITE_DAYS, type InviteDetails } from './one-time-token.js';
import { openSession } from './open-session.js';
import { makePasswordLogin } from './password-login.js';
import { type OpenInvite, readInvite } from './read-invite.js';
import { makeRequestThrottle } from './request-throttle.js';
import { covers } from './roles.js';
import { DEFAULT_LOCALE, type User } from './user.js';
import { askToVerify } from './verify-address.js';

const DAY_MS = 86_400_000;

export function makeInvitesService(deps: IdentityDeps): InvitesService {
  const { transact, clock, crypto, links, post, signals, signedTokens } = deps;
  const throttle = makeRequestThrottle(crypto);
  const passwordLogin = makePasswordLogin(deps);

  /** Stores the invite; the link for the inviter, and the one that only its mail carries. */
  async function issue({ oneTimeTokens }: Stores, details: InviteDetails) {
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + INVITE_DAYS * DAY_MS);
    const { secret, hash } = makeOneTimeSecret(crypto);
    await oneTimeTokens.add({ purpose: 'invite', hash, userId: null, details, createdAt, expiresAt, usedAt: null });
    const { tenantId, siteId } = details;
    const payload = { t: secret, tenantId, siteId, exp: Math.floor(expiresAt.getTime() / 1000) };
    const linkTo = (mailed: boolean) => links.onboard(sealInvite(signedTokens, { ...payload, mailed }));
    return { url: linkTo(false), mailedUrl: linkTo(true), expiresAt };
  }

  async function letter({ users }: Stores, views: Views, details: InviteDetails, url: string): Promise<Mail> {
    const { tenantId, siteId, email, roles, invitedBy } = details;
    const scope = { ...NOBODYS_SCOPE, tenantId };
    const [inviter, reader] = [await users.byId(invitedBy), await users.byEmail(email)];
    const tenant = await views.tenants.get(scope);
    const site = siteId === null ? null : await views.sites.get({ ...scope, siteId });
    if (tenant === null) throw new DomainError('forbidden');
    const words = { inviter: inviter?.name ?? tenant.name, tenantName: tenant.name, siteName: site?.name ?? null, roles };
    return inviteMail({ email, locale: reader?.locale ?? inviter?.locale ?? DEFAULT_LOCALE }, words, url);
  }

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
  async function prove(stores: Stores, user: User, { mailed }: OpenInvite, isNew: boolean): Promise<Mail | null> {
    if (user.emailVerifiedAt !== null) return null;
    if (!mailed) return isNew ? askToVerify(deps, stores, user, null) : null;
    await stores.users.change(user.id, (current) => ({ ...current, emailVerifiedAt: clock.now() }));
    return null;
  }

  async function acceptAs(
    accepting: Accepting,
    payload: string,
    client: Client,
  ): Promise<{ readonly signedIn: SignedIn; readonly mail: Mail | null }> {
    return transact(NOBODYS_SCOPE, async (stores, views) => {
      const now = clock.now();
      const invite = await readInvite(deps, stores, views, payload, now);
      if ((await stores.oneTimeTokens.consume('invite', invite.hash, now)) === null) throw new DomainError('invite_used');
      const user = await userOf(stores, accepting, client);
      const { tenantId, siteId } = invite.details;
      await join(stores.members, { tenantId, actor: { kind: 'user', userId: user.id } }, user.id, invite.details, now);
      const mail = await prove(stores, user, invite, accepting.kind === 'new');
      const current = (await stores.users.byId(user.id)) ?? user;
      const opening = { kind: 'browser', scope: { tenantId, siteId }, client } as const;
      const { sessionId, ...signedIn } = await openSession(deps, stores, views, current, opening);
      const event = { action: 'auth.acceptInvite', userId: user.id, sessionId, tenantId, siteId };
      await stores.audit.append(accountEntry(deps, event, client));
      return { signedIn, mail };
    });
  }

  const open = (payload: string) =>
    transact(NOBODYS_SCOPE, async (stores, views) => {
      const invite = await readInvite(deps, stores, views, payload, clock.now());
      return { invite, owner: await stores.users.byEmail(invite.details.email) };
    });

  return {
    async create(scope, by, { email: typed, siteId, roles }) {
      const email = normalEmail(typed);
      const { invited, mail } = await transact(scope, async (stores, views) => {
        const details = { tenantId: scope.tenantId, siteId, email, roles, invitedBy: by.userId };
        if (siteId !== null && (await views.sites.get({ ...scope, siteId })) === null) throw new DomainError('unknown_shop');
        await requireMayGive(stores, scope, by, details);
        await throttle.inviteBy(stores.throttles, by.userId, clock.now());
        await throttle.inviteTo(stores.throttles, email, clock.now());
        const { mailedUrl, ...issued } = await issue(stores, details);
        return { invited: issued, mail: await letter(stores, views, details, mailedUrl) };
      });
      post(mail);
      return invited;
    },

    async show(payload) {
      const { invite, owner } = await open(payload);
      const { details, expiresAt, tenantName, siteName } = invite;
      return { email: details.email, tenantName, siteName, roles: details.roles, expiresAt, known: owner !== null };
    },

    accept: (payload, answer, client) =>
      againWhenTaken(async () => {
        const { invite, owner } = await open(payload);
        const accepting = await whoAccepts(deps, passwordLogin, { email: invite.details.email, owner }, answer, client);
        const { signedIn, mail } = await acceptAs(accepting, payload, client);
        if (mail !== null) post(mail);
        signals.send({ kind: 'identity-changed', userId: signedIn.user.id });
        return signedIn;
      }),
  };
}

/**
 * Asked of the inviter's own assignments: what they may do in one establishment gives them nothing to give elsewhere. Throws
 * `forbidden`.
 */
async function requireMayGive(
  { members }: Pick<Stores, 'members'>,
  scope: TenantScope,
  by: Parameters<InvitesService['create']>[1],
  { roles, siteId }: InviteDetails,
): Promise<void> {
  if (by.roles.includes('super-admin')) return;
  const inviter = await members.get(scope, by.userId);
  const held = inviter?.active === true ? inviter.assignments : [];
  if (!roles.every((role) => covers(held, { role, siteId }))) throw new DomainError('forbidden');
}
