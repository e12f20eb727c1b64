import { type ErrorCode, hasCode } from '@comptoir/core/kit/errors.js';

/** Turns the refusal with this code into null, for pages that say it in their own words. */
export function nullFor(code: ErrorCode): (error: unknown) => null {
  return (error) => {
    if (hasCode(error, code)) return null;
    throw error;
  };
}
