/** What an identity provider says about somebody, verified (OIDC Core: the ID token's claims). */
export interface ProviderClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
}

/** What a login in progress must prove when it comes back. */
export interface LoginCheck {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** An OIDC provider: authorization code with PKCE (S256). Every call throws `provider_unreachable` when it does not answer. */
export interface IdentityProvider {
  /** Where to send the browser, and what to keep until it returns. */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly check: LoginCheck }>;
  /** Exchanges the code in `callbackUrl` for verified claims. Throws `invalid_login` when anything does not fit. */
  finish(callbackUrl: string, check: LoginCheck): Promise<ProviderClaims>;
  /** The claims of an ID token that was issued to this client, verified against the provider's keys. Throws `invalid_login`. */
  verifyIdToken(idToken: string): Promise<ProviderClaims>;
}
