import type { TenantRole } from './user.js';

/** What a link in a mail allows, once. The secret itself is never stored, only its SHA-256. */
export type OneTimeToken = {
  readonly hash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
} & (
  | { readonly purpose: 'verify-email'; readonly userId: string; readonly details: VerifyDetails }
  | { readonly purpose: 'reset-password'; readonly userId: string; readonly details: null }
  | { readonly purpose: 'invite'; readonly userId: null; readonly details: InviteDetails }
);

export interface VerifyDetails {
  /** The address that is proved. */
  readonly email: string;
  /** The organisation to make once it is, so that nobody founds one under somebody else's address; absent: none. */
  readonly organisation?: string;
}

/** Who is invited to what (interfaces B, rule 7). */
export interface InviteDetails {
  readonly tenantId: string;
  readonly siteId: string | null;
  readonly email: string;
  readonly roles: readonly TenantRole[];
  /** The user id of whoever invited. */
  readonly invitedBy: string;
}

export type OneTimePurpose = OneTimeToken['purpose'];

export const RESET_MINUTES = 30;
export const INVITE_DAYS = 7;
export const VERIFY_DAYS = 3;
