import type { Client } from '../kit/procedure.js';
import type { SignedIn } from './auth-service.js';
import type { ProviderClaims } from './identity-provider.js';

/** Sign-in through the platform's identity provider, once its claims are verified. */
export interface ProviderLogin {
  /**
   * The user of the provider account; else the user with its address, tied to it from now on, only when the provider has
   * verified that address; else a new user. Throws `invalid_login` (no verified address for a new or untied account).
   */
  signIn(claims: ProviderClaims, client: Client): Promise<SignedIn>;
  /**
   * As `signIn`, by an ID token of the provider. Throws `oidc_not_configured` where there is no provider, `invalid_login` (not a
   * token for this platform), `provider_unreachable`.
   */
  signInByToken(idToken: string, client: Client): Promise<SignedIn>;
}
