import { z } from 'zod';
import type { SignedTokens } from '../kit/signed-tokens.js';

/** Links of the newsletter carry what they are about, signed by the platform: nothing has to be kept for them. */

const confirmation = z.object({ tenantId: z.string(), siteId: z.string(), email: z.string(), at: z.int() });
const unsubscription = confirmation.omit({ at: true }).extend({ campaignId: z.string().nullable() });

/** `at`: when it was asked for, in milliseconds. */
export type Confirmation = z.output<typeof confirmation>;
export type Unsubscription = z.output<typeof unsubscription>;

const CONFIRM = 'newsletter-confirm';
const UNSUBSCRIBE = 'newsletter-unsubscribe';

export function sealConfirmation(tokens: SignedTokens, content: Confirmation): string {
  return tokens.seal(CONFIRM, content);
}

/** Never expires: a mail is found and unsubscribed from years later. */
export function sealUnsubscription(tokens: SignedTokens, content: Unsubscription): string {
  return tokens.seal(UNSUBSCRIBE, content);
}

/** Null when it is none of ours. */
export function readConfirmation(tokens: SignedTokens, token: string): Confirmation | null {
  return confirmation.safeParse(tokens.unseal(CONFIRM, token)).data ?? null;
}

export function readUnsubscription(tokens: SignedTokens, token: string): Unsubscription | null {
  return unsubscription.safeParse(tokens.unseal(UNSUBSCRIBE, token)).data ?? null;
}
