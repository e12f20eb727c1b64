import type { Client } from '../kit/procedure.js';
import type { TenantScope } from '../kit/scope.js';
import type { SignedIn } from './auth-service.js';
import type { TenantRole } from './user.js';

/** An invite as its page shows it. */
export interface ShownInvite {
  readonly email: string;
  readonly tenantName: string;
  readonly siteName: string | null;
  readonly roles: readonly TenantRole[];
  readonly expiresAt: Date;
  /** The person has an account already: they accept with their own password and are not asked for a name. */
  readonly known: boolean;
}

/** Signed, single-use invites (interfaces B, rule 7; decisions §6). */
export interface InvitesService {
  /**
   * An invite to the organisation, or to one establishment of it; mailed too. Only roles the inviter may give (their own and
   * weaker). Throws `forbidden`, `unknown_shop`, `rate_limited`.
   */
  create(
    scope: TenantScope,
    by: { readonly userId: string; readonly roles: readonly string[] },
    invite: { readonly email: string; readonly siteId: string | null; readonly roles: readonly TenantRole[] },
  ): Promise<{ readonly url: string; readonly expiresAt: Date }>;
  /**
   * Throws `invalid_invite` (not ours, or to a place that is gone), `invite_used`, `invite_expired`, `tenant_suspended`. Reading
   * uses nothing up.
   */
  show(payload: string): Promise<ShownInvite>;
  /**
   * Makes the account where there is none (a name and a password are then required), the membership, and signs in. For an
   * existing account the password proves who accepts, unless they are signed in as that user (`signedInAs`).
   * Throws as `show`, and `invalid_login`, `rate_limited`, `weak_password`, `invalid_request`, `forbidden` (a deactivated member).
   */
  accept(
    payload: string,
    answer: { readonly name: string | null; readonly password: string | null; readonly signedInAs: string | null },
    client: Client,
  ): Promise<SignedIn>;
}
