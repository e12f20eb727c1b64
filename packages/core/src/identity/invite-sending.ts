import { DomainError } from '../kit/errors.js';
import type { Mail } from '../kit/mail.js';
import type { TenantScope } from '../kit/scope.js';
import type { Stores, Views } from '../stores.js';
import { normalEmail } from './email.js';
import type { IdentityDeps } from './identity-deps.js';
import { sealInvite } from './invite-payload.js';
import type { InvitesService } from './invites-service.js';
import { inviteMail } from './mails.js';
import { makeOneTimeSecret } from './one-time-secret.js';
import { INVITE_DAYS, type InviteDetails } from './one-time-token.js';
import { placeOf } from './read-invite.js';
import type { RequestThrottle } from './request-throttle.js';
import { covers } from './roles.js';
import { DEFAULT_LOCALE } from './user.js';

const DAY_MS = 86_400_000;

type Inviter = Parameters<InvitesService['create']>[1];

/** The inviter's side of an invite. */
export function makeInviteSending(deps: IdentityDeps, throttle: RequestThrottle): Pick<InvitesService, 'create'> {
  const { transact, clock, crypto, links, post, signedTokens } = deps;

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

  return {
    async create(scope, by, { email: typed, siteId, roles }) {
      const email = normalEmail(typed);
      return transact(scope, async (stores, views) => {
        const details = { tenantId: scope.tenantId, siteId, email, roles, invitedBy: by.userId };
        if (siteId !== null && (await views.sites.get({ ...scope, siteId })) === null) throw new DomainError('unknown_shop');
        await requireMayGive(stores, scope, by, details);
        await throttle.inviteBy(stores.throttles, by.userId, clock.now());
        await throttle.inviteTo(stores.throttles, email, clock.now());
        const { mailedUrl, ...issued } = await issue(stores, details);
        await post(stores, await letterOf(stores, views, details, mailedUrl));
        return issued;
      });
    },
  };
}

async function letterOf({ users }: Pick<Stores, 'users'>, views: Views, details: InviteDetails, url: string): Promise<Mail> {
  const { email, roles, invitedBy } = details;
  const place = await placeOf(views, details);
  const inviter = await users.byId(invitedBy);
  const reader = await users.byEmail(email);
  const locale = reader?.locale ?? inviter?.locale ?? DEFAULT_LOCALE;
  return inviteMail({ email, locale }, { inviter: inviter?.name ?? place.tenantName, roles, ...place }, url);
}

/**
 * Asked of the inviter's own assignments: what they may do in one establishment gives them nothing to give elsewhere. Throws
 * `forbidden`.
 */
async function requireMayGive(
  { members }: Pick<Stores, 'members'>,
  scope: TenantScope,
  by: Inviter,
  { roles, siteId }: InviteDetails,
): Promise<void> {
  if (by.roles.includes('super-admin')) return;
  const inviter = await members.get(scope, by.userId);
  const held = inviter?.active === true ? inviter.assignments : [];
  if (!roles.every((role) => covers(held, { role, siteId }))) throw new DomainError('forbidden');
}
