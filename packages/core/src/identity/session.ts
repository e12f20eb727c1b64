/** One sign-in of a person, on one device. Its token is proof; this row is what can be seen and ended. */
export interface Session {
  /** What the token carries as `sid`. */
  readonly id: string;
  readonly userId: string;
  /** `browser`: signed in by password. `oidc`: through an identity provider. `token`: minted for a script. */
  readonly kind: 'browser' | 'oidc' | 'token';
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly address: string;
  readonly userAgent: string | null;
}

/** What a token says (decisions §6). Instants are whole seconds since 1970. */
export interface SessionClaims {
  readonly sub: string;
  readonly sid: string;
  readonly ver: number;
  readonly tenantId: string | null;
  readonly siteId: string | null;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
}

/** Days a token is valid (interfaces, "Limits"). */
export const SESSION_DAYS = 30;
/** A cookie older than this is renewed when it is used. */
export const SESSION_RENEW_AFTER_HOURS = 24;
/** Who tokens are for. */
export const SESSION_AUDIENCE = 'comptoir';
