import type { OneTimePurpose, OneTimeToken } from '@comptoir/core/identity/one-time-token.js';
import type { Session } from '@comptoir/core/identity/session.js';
import type { Locale, NotificationPreferences, TenantRole } from '@comptoir/core/identity/user.js';
import type { Generated } from 'kysely';
import type { Json } from '../kit/json.js';

export interface UserTable {
  id: string;
  email: string;
  email_verified_at: Date | null;
  name: string;
  locale: Locale;
  password_hash: string | null;
  token_version: number;
  super_admin: boolean;
  notifications: Json<NotificationPreferences>;
  created_at: Date;
  deleted_at: Date | null;
  /** Stands for somebody without an account here: never seen by who reads users. */
  dormant: Generated<boolean>;
}

export interface ProviderAccountTable {
  issuer: string;
  subject: string;
  user_id: string;
}

export interface MemberTable {
  tenant_id: string;
  user_id: string;
  active: boolean;
  joined_at: Date;
}

export interface MemberAssignmentTable {
  tenant_id: string;
  user_id: string;
  /** Assignments are read as they were given, from 0. */
  position: number;
  role: TenantRole;
  /** Null: everywhere in the tenant. */
  site_id: string | null;
}

export interface SessionTable {
  id: string;
  user_id: string;
  kind: Session['kind'];
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  address: string;
  user_agent: string | null;
}

export interface OneTimeTokenTable {
  hash: string;
  purpose: OneTimePurpose;
  user_id: string | null;
  details: Json<OneTimeToken['details']>;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface ThrottleTable {
  bucket: string;
  count: number;
  last_at: Date;
}
