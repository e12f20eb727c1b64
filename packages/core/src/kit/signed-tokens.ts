/**
 * Claims that only this platform can have written. Keys come from its secrets: the first signs, all verify, so that a secret can
 * be replaced while what it signed lives on.
 */
export interface SignedTokens {
  /** A JSON Web Token: HS256, header `{alg, typ, kid}` (RFC 7519), signed with the platform secret itself. */
  signJwt(claims: Readonly<Record<string, unknown>>): string;
  /** The claims, when the signature is ours (constant time) and the header is exactly of that kind; null otherwise. Looks at no claim. */
  readJwt(token: string): Readonly<Record<string, unknown>> | null;
  /** `base64url(JSON).base64url(HMAC-SHA256)`, under a key of its own for every purpose: a cookie is never an invite. */
  seal(purpose: string, content: unknown): string;
  /** The content, when this platform sealed it for this purpose; undefined otherwise. */
  unseal(purpose: string, sealed: string): unknown;
}
