import { z } from 'zod';
import type { Vendor } from './vendor.js';

/**
 * The magic link of a vendor, in `data.portal`. Of the token only the hash is kept, so that nobody who reads the record, a backup or a log can
 * open the portal. Synchronizations merge `data`, so a link lives through them.
 */
const portalState = z.object({
  /** SHA-256 of the token, in hexadecimal. */
  hash: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

export type PortalState = z.output<typeof portalState>;

/** Null: the vendor has no link, or what is there is none. */
export function portalOf({ data }: Vendor): PortalState | null {
  return portalState.safeParse(data['portal']).data ?? null;
}
