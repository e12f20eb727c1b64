import { z } from 'zod';
import { secret } from '../kit/secret.js';
import { idSchema, personText } from '../kit/validate.js';
import { EMAIL_MAX } from './email.js';
import { TENANT_ROLES } from './user.js';

/** Bodies of the platform's calls about invites (decisions §6). */

/** `POST /api/manage/auth/invite-link`. Without an establishment the invite is for the whole organisation. */
export const inviteLinkSchema = z.strictObject({
  email: z.email().max(EMAIL_MAX),
  siteId: idSchema.nullable().default(null),
  roles: z.array(z.enum(TENANT_ROLES)).min(1).max(TENANT_ROLES.length),
});

/** What the `users.invite` procedure answers; the address of the page is null when the call was made before, for it is a secret. */
export const inviteLinkAnswerSchema = z.object({ url: z.string().nullable(), expiresAt: z.date() });

/** `POST /api/auth/manage-invite-accept`. A new person needs a name and a password, a known one proves who they are. */
export const inviteAcceptSchema = z.strictObject({
  d: secret(z.string().min(1).max(4096)),
  name: personText(1, 80).nullable().default(null),
  password: secret(z.string().min(1).max(1024)).nullable().default(null),
});
