import { z } from 'zod';
import { secret } from '../kit/secret.js';
import { personText } from '../kit/validate.js';
import type { SignedIn } from './auth-service.js';
import { type Assignment, LOCALES, type Membership, NAME_MAX, NOTIFICATIONS, TENANT_ROLES, type User } from './user.js';

const text = z.string();

/** What may be typed as a password anywhere; which ones are good enough is a rule, not a shape. */
export const passwordInput = secret(z.string().min(1).max(1000));

/** An address as it is typed to sign in: whatever it is, the answer is that of an unknown one. */
export const loginName = z.string().min(1).max(254);

/** A secret that came in a link. */
export const linkToken = secret(z.string().min(1).max(200));

export const personName = personText(1, NAME_MAX);

export const userSummary = z.object({ id: text, email: text, name: text, locale: z.enum(LOCALES), emailVerified: z.boolean() });

export const signedInRecord = z.object({
  token: secret(text),
  expiresAt: z.date(),
  user: userSummary,
  tenantId: text.nullable(),
  siteId: text.nullable(),
});

export const notificationsRecord = z.object(
  Object.fromEntries(NOTIFICATIONS.map((kind) => [kind, z.boolean()])) as Record<(typeof NOTIFICATIONS)[number], z.ZodBoolean>,
);

const membershipRecord = z.object({
  tenantId: text,
  tenantName: text,
  tenantActive: z.boolean(),
  active: z.boolean(),
  assignments: z.array(z.object({ role: z.enum(TENANT_ROLES), siteId: text.nullable() })),
});

export const userRecord = userSummary.extend({
  hasPassword: z.boolean(),
  superAdmin: z.boolean(),
  notifications: notificationsRecord,
  createdAt: z.date(),
});

export const profileRecord = z.object({ user: userRecord, memberships: z.array(membershipRecord) });

export const done = z.object({ ok: z.literal(true) });
export const DONE = { ok: true } as const;

export function signedInOf({ user, ...session }: SignedIn) {
  return { ...session, user: summaryOf(user) };
}

export function userOf(user: User) {
  const { superAdmin, notifications, createdAt } = user;
  return { ...summaryOf(user), hasPassword: user.passwordHash !== null, superAdmin, notifications, createdAt };
}

export function profileOf({ user, memberships }: { readonly user: User; readonly memberships: readonly Membership[] }) {
  const assignmentOf = ({ role, siteId }: Assignment) => ({ role, siteId });
  return {
    user: userOf(user),
    memberships: memberships.map(({ assignments, ...membership }) => ({ ...membership, assignments: assignments.map(assignmentOf) })),
  };
}

function summaryOf({ id, email, name, locale, emailVerifiedAt }: User) {
  return { id, email, name, locale, emailVerified: emailVerifiedAt !== null };
}
