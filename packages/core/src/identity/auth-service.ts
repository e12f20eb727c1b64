import type { Client } from '../kit/procedure.js';
import type { SessionScope } from './session-token.js';
import type { Locale, User } from './user.js';

/** A sign-in that worked: the token is the session cookie and the Bearer token alike. */
export interface SignedIn {
  readonly token: string;
  readonly expiresAt: Date;
  readonly user: User;
  /** What the token acts for: the caller's only organisation, or the one they asked for; null when there is none to choose. */
  readonly tenantId: string | null;
  readonly siteId: string | null;
}

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly locale: Locale;
}

/** Signing up, in and out, and getting back in. Every method opens its own transactions and counts tries that fail. */
export interface AuthService {
  /**
   * Signs in by password. Unknown address, wrong password and deleted account are one answer after one time: `invalid_login`.
   * After 5 tries in 15 minutes for the account at this address, each next one has to wait longer: `rate_limited` with the wait.
   */
  login(credentials: { readonly email: string; readonly password: string }, client: Client): Promise<SignedIn>;
  /**
   * A new person, not signed in: a mail with a link proves the address. The answer is the same when the address is taken (its
   * owner gets a mail that says so). `organisation`: also makes an organisation that they own, once the address is proved.
   * Throws `rate_limited`, `weak_password`.
   */
  register(registration: Registration, organisation: string | null, client: Client): Promise<void>;
  /** Proves the address by the token of the mail. Throws `invalid_token` (unknown, used, expired or withdrawn). */
  verifyEmail(token: string, client: Client): Promise<User>;
  /** Sends the mail again; says nothing when the address is proved. Throws `rate_limited`. */
  resendVerification(userId: string, client: Client): Promise<void>;
  /** Sends a link to the address when it belongs to somebody; the same answer after the same time when not. Throws `rate_limited`. */
  requestPasswordReset(email: string, client: Client): Promise<void>;
  /** Sets the password by the token of the mail and ends every session. Throws `invalid_token`, `weak_password`. */
  resetPassword(token: string, password: string, client: Client): Promise<void>;
  /**
   * Sets another password and ends the other sessions; answers a token for this one, which goes on acting for `scope`. `current`
   * is null only for who has none (they sign in through a provider). Throws `invalid_login` (the current one is wrong),
   * `rate_limited`, `weak_password`.
   */
  changePassword(
    by: { readonly userId: string; readonly sessionId: string | null; readonly scope: SessionScope },
    passwords: { readonly current: string | null; readonly next: string },
    client: Client,
  ): Promise<SignedIn>;
  /** Ends the session. */
  logout(userId: string, sessionId: string): Promise<void>;
  /**
   * A token for the same session that acts for something else. Whether the person belongs there is for the caller to have found
   * out. Throws `unauthorized` (no such session any more).
   */
  switchScope(session: { readonly userId: string; readonly sessionId: string }, scope: SessionScope): Promise<SignedIn>;
  /**
   * A session for a user that something else has recognised (an invite, an identity provider, the command line). `days`: how long
   * it lasts, where that is less than `SESSION_DAYS`; such a session is not renewed.
   */
  startSession(
    user: User,
    kind: 'browser' | 'oidc' | 'token',
    scope: SessionScope | null,
    client: Client,
    days?: number,
  ): Promise<SignedIn>;
}
