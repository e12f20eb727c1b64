import type { Crypto } from '../kit/crypto.js';
import { DomainError } from '../kit/errors.js';
import type { SignedTokens } from '../kit/signed-tokens.js';
import type { Stores, Views } from '../stores.js';
import { type InvitePayload, unsealInvite } from './invite-payload.js';
import { NOBODYS_SCOPE } from './nobodys-scope.js';
import type { InviteDetails } from './one-time-token.js';

/** An invite that can be accepted, with the names of where it leads. */
export interface OpenInvite {
  readonly hash: string;
  readonly details: InviteDetails;
  readonly expiresAt: Date;
  /** It was followed from the mail, which proves the address. */
  readonly mailed: boolean;
  readonly tenantName: string;
  readonly siteName: string | null;
}

/** Reads an invite without using it up. Throws `invalid_invite`, `invite_used`, `invite_expired`, `tenant_suspended`. */
export async function readInvite(
  { crypto, signedTokens }: { readonly crypto: Pick<Crypto, 'sha256'>; readonly signedTokens: SignedTokens },
  { oneTimeTokens }: Pick<Stores, 'oneTimeTokens'>,
  views: Pick<Views, 'sites' | 'tenants'>,
  sealed: string,
  now: Date,
): Promise<OpenInvite> {
  const payload = unsealInvite(signedTokens, sealed);
  const hash = crypto.sha256(payload.t);
  const { details, expiresAt } = await openToken(oneTimeTokens, payload, hash, now);
  return { hash, details, expiresAt, mailed: payload.mailed, ...(await placeOf(views, details)) };
}

async function openToken(tokens: Stores['oneTimeTokens'], payload: InvitePayload, hash: string, now: Date) {
  const token = await tokens.find('invite', hash);
  // Invites that have expired are swept away some day; their links still say so.
  if (token?.purpose !== 'invite') throw new DomainError(payload.exp * 1000 <= now.getTime() ? 'invite_expired' : 'invalid_invite');
  const { details, expiresAt, usedAt } = token;
  if (details.tenantId !== payload.tenantId || details.siteId !== payload.siteId) throw new DomainError('invalid_invite');
  if (usedAt !== null) throw new DomainError('invite_used');
  if (expiresAt <= now) throw new DomainError('invite_expired');
  return { details, expiresAt };
}

/** The names of where an invite leads. Throws `invalid_invite` when that is gone, `tenant_suspended`. */
export async function placeOf({ tenants, sites }: Pick<Views, 'sites' | 'tenants'>, { tenantId, siteId }: InviteDetails) {
  const scope = { ...NOBODYS_SCOPE, tenantId };
  const tenant = await tenants.get(scope);
  const site = siteId === null ? null : await sites.get({ ...scope, siteId });
  if (tenant === null || (siteId !== null && site === null)) throw new DomainError('invalid_invite');
  if (tenant.status !== 'active') throw new DomainError('tenant_suspended');
  return { tenantName: tenant.name, siteName: site?.name ?? null };
}
