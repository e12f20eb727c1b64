import type { Page, PageInput } from '../kit/page.js';
import type { TenantScope } from '../kit/scope.js';
import type { Session } from './session.js';
import type { Assignment } from './user.js';

/** Sessions of people. A session is its user's own, whichever organisation it acts for, so writes take no scope. */
export interface SessionStore {
  create(session: Session): Promise<void>;
  /** The session, or null when it is unknown. */
  get(sessionId: string): Promise<Session | null>;
  /** Ends the user's session; false when they have no such session, or it had ended. */
  revoke(userId: string, sessionId: string, at: Date): Promise<boolean>;
  /** Ends all sessions of the user but `exceptId`; returns how many ended. */
  revokeAll(userId: string, exceptId: string | null, at: Date): Promise<number>;
  /** Notes that the session was used, and until when it lasts: both only ever move on. An ended session stays ended. */
  touch(sessionId: string, seenAt: Date, expiresAt: Date): Promise<void>;
  /** Drops sessions that expired before the instant; returns how many. Housekeeping. */
  forgetBefore(before: Date): Promise<number>;
}

/** A session with whose it is, as the console of an organisation lists it. */
export interface SessionRecord extends Session {
  readonly email: string;
  readonly name: string;
}

export interface SessionViews {
  /** The sessions that are still open, last used first. */
  ofUser(userId: string, now: Date): Promise<readonly Session[]>;
  /** The open sessions of the members of the organisation, last used first. */
  list(scope: TenantScope, page: PageInput & { readonly userId?: string | undefined }, now: Date): Promise<Page<SessionRecord>>;
}

/** The tenant setting in which an organisation keeps its own changes to the permissions of roles. */
export const ROLE_CHANGES_KEY = 'permissions.roles';

/** What decides whether a token is still good and what it allows: one row, read once per few seconds and session. */
export interface Principal {
  readonly userId: string;
  readonly tokenVersion: number;
  readonly superAdmin: boolean;
  readonly sessionRevoked: boolean;
  readonly sessionExpiresAt: Date;
  /** The organisation that was asked about; null when none was, or it does not exist. */
  readonly tenant: {
    readonly active: boolean;
    /** The caller's place in it; null when they have none (a super-admin has none either). */
    readonly member: { readonly active: boolean; readonly assignments: readonly Assignment[] } | null;
    /** Its establishments' ids, sorted. */
    readonly siteIds: readonly string[];
    /** Its own changes to the permissions of roles: the tenant setting `ROLE_CHANGES_KEY`; undefined: none. */
    readonly roleChanges: unknown;
  } | null;
}

export interface PrincipalViews {
  /** Null when there is no such session, or its user was deleted. `tenantId` null asks about the person alone. */
  principal(sessionId: string, tenantId: string | null): Promise<Principal | null>;
}
