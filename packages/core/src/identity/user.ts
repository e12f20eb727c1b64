import type { Role } from '../kit/procedure.js';

/** A person who can sign in. Belongs to no organisation; memberships tie the two together. */
export interface User {
  readonly id: string;
  /** Lower-case, unique. */
  readonly email: string;
  /** Null: nobody has proved yet that the address is theirs. */
  readonly emailVerifiedAt: Date | null;
  readonly name: string;
  readonly locale: Locale;
  /** A PHC string (argon2id); null: signs in through an identity provider only. */
  readonly passwordHash: string | null;
  /** What a token must carry as `ver`. Raised, it ends every session of the user at once. */
  readonly tokenVersion: number;
  /** Acts across organisations. */
  readonly superAdmin: boolean;
  readonly notifications: NotificationPreferences;
  readonly createdAt: Date;
  /** Set: the account is gone; its name and address have been wiped, what it did stays attributed to its id. */
  readonly deletedAt: Date | null;
}

export const LOCALES = ['fr', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
/** For people who have not chosen one. */
export const DEFAULT_LOCALE: Locale = 'fr';

/** Characters of a person's name. */
export const NAME_MAX = 80;

/** What a person wants to be told by mail. */
export const NOTIFICATIONS = ['security', 'orders', 'summary'] as const;
export type NotificationPreferences = Readonly<Record<(typeof NOTIFICATIONS)[number], boolean>>;

/** The roles of a membership, strongest first; `super-admin` belongs to the user, not to a membership. */
export const TENANT_ROLES = ['owner', 'admin', 'manager', 'staff', 'viewer'] as const satisfies readonly Role[];
export type TenantRole = (typeof TENANT_ROLES)[number];

/** A role, for the whole organisation or for one establishment of it. */
export interface Assignment {
  readonly role: TenantRole;
  /** Null: everywhere in the organisation. */
  readonly siteId: string | null;
}

/** A person's place in an organisation. */
export interface Member {
  readonly tenantId: string;
  readonly userId: string;
  /** False: deactivated; every call for this organisation is refused, others are not touched. */
  readonly active: boolean;
  /** Each assignment once; kept in the order they were given in. */
  readonly assignments: readonly Assignment[];
  readonly joinedAt: Date;
}

/** A member as lists show one. */
export interface MemberRecord extends Member {
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  /** The last sign of life of any of their sessions. */
  readonly lastSeenAt: Date | null;
}

/** An organisation a person belongs to, as a choice to act for. */
export interface Membership {
  readonly tenantId: string;
  readonly tenantName: string;
  /** False: the organisation is suspended. */
  readonly tenantActive: boolean;
  readonly active: boolean;
  readonly assignments: readonly Assignment[];
}

/** Somebody new, who wants to be told everything. */
export function newUser(fields: Pick<User, 'id' | 'email' | 'emailVerifiedAt' | 'name' | 'locale' | 'passwordHash' | 'createdAt'>): User {
  const notifications = { security: true, orders: true, summary: true };
  return { ...fields, tokenVersion: 1, superAdmin: false, notifications, deletedAt: null };
}
