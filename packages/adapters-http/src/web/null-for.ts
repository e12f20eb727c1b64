import { DomainError, type ErrorCode } from '@comptoir/core/kit/errors.js';

/** Turns refusals with these codes into null, for pages that say it in their own words. */
export function nullFor(...codes: readonly ErrorCode[]): (error: unknown) => null {
  return (error) => {
    if (error instanceof DomainError && codes.includes(error.code)) return null;
    throw error;
  };
}
