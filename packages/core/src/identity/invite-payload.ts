import { z } from 'zod';
import { DomainError } from '../kit/errors.js';
import type { SignedTokens } from '../kit/signed-tokens.js';
import { idSchema } from '../kit/validate.js';

const PURPOSE = 'invite';

const payloadSchema = z.object({
  /** The secret; its hash finds the invite. */
  t: z.string().min(1).max(200),
  tenantId: idSchema,
  siteId: idSchema.nullable(),
  /** Whole seconds since 1970. */
  exp: z.int(),
  /** True only in the link that was mailed: following that one proves the address, which the inviter's copy does not. */
  mailed: z.boolean(),
});

/** What `d` of the onboarding page carries. */
export type InvitePayload = z.output<typeof payloadSchema>;

export function sealInvite(signedTokens: SignedTokens, payload: InvitePayload): string {
  return signedTokens.seal(PURPOSE, payload);
}

/** Verified before anything is looked up. Throws `invalid_invite`. */
export function unsealInvite(signedTokens: SignedTokens, sealed: string): InvitePayload {
  const payload = payloadSchema.safeParse(signedTokens.unseal(PURPOSE, sealed));
  if (!payload.success) throw new DomainError('invalid_invite');
  return payload.data;
}
