import { putBounded } from '../kit/put-bounded.js';
import type { SignedTokens } from '../kit/signed-tokens.js';
import type { SessionClaims } from './session.js';
import { readClaims } from './session-token.js';

/** The claims of a token that is ours and good now, or null. */
export type TokenReader = (token: string, now: Date) => SessionClaims | null;

/** The signature of a token stays good while the process lives, so it is computed once; its times are looked at every time. */
export function makeTokenReader(signedTokens: SignedTokens, keptMax: number): TokenReader {
  const verified = new Map<string, Readonly<Record<string, unknown>>>();
  return (token, now) => {
    const known = verified.get(token);
    const raw = known ?? signedTokens.readJwt(token);
    const claims = raw === null ? null : readClaims(raw, now);
    if (known === undefined && raw !== null && claims !== null) putBounded(verified, token, raw, keptMax);
    return claims;
  };
}
