import { z } from 'zod';

/** The product's own name among the apps: what it puts on the push queue itself. No caller can act under it. */
export const OWN_APP = 'comptoir';

/** Who calls the SDK, as named by `X-Sdk-App-Id` (decisions §7). */
export const appIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/)
  .refine((id) => id !== OWN_APP, `"${OWN_APP}" is the platform itself`);
