import type { DomainError } from '../kit/errors.js';
import type { Identity } from '../kit/procedure.js';

/** What a request presents, as its host has read it: checked for form (UUIDs, one value each), not yet for truth. */
export interface Presented {
  /** The token after `Authorization: Bearer`; null without such a header. */
  readonly bearer: string | null;
  /** The token in the session cookie. */
  readonly cookie: string | null;
  /** What a caller with a cookie may choose to act for; looked at in this order, and never for a Bearer token (interfaces B, rules 2–3). */
  readonly choice: {
    /** `X-Tenant-Id` and `X-Site-Id`; null on the shared host, where they are stripped. */
    readonly header: { readonly tenantId: string | null; readonly siteId: string | null } | null;
    /** `selected_tenant` and `selected_site`. */
    readonly selected: { readonly tenantId: string | null; readonly siteId: string | null } | null;
    /** `selected_host`. */
    readonly selectedHost: string | null;
    /** The host of the request; null on the shared host, which belongs to nobody. */
    readonly host: string | null;
  };
}

/** Who calls. `identity` and `refusal` go into the call's context as they are. */
export interface Caller {
  readonly identity: Identity | null;
  /** `unauthorized`: a token was presented and is not good. `forbidden`: what was chosen is not the caller's. Null: nothing to refuse. */
  readonly refusal: DomainError | null;
  /** What the identity rests on; hosts guard calls by cookie against other sites. */
  readonly by: 'bearer' | 'cookie' | null;
  /** A fresh token for a cookie that has become old; hosts set it. */
  readonly renewed: { readonly token: string; readonly expiresAt: Date } | null;
}

export interface IdentifyService {
  /**
   * Who calls, and what for (interfaces B, "Authentication"). Bearer before cookie, and a Bearer that is not good never falls
   * back to the cookie. Never throws a refusal: a public call goes on without an identity.
   *
   * What the database said about a session is believed for at most 4 seconds (`PRINCIPAL_TTL_MS`), so that ending it takes effect
   * on every node within 5. Throws `store_unavailable` when it cannot be asked.
   */
  identify(presented: Presented): Promise<Caller>;
  /** Forgets what was believed about the user (all users: null), so that a change made in this process holds at once. */
  forget(userId: string | null): void;
}

export const PRINCIPAL_TTL_MS = 4000;
