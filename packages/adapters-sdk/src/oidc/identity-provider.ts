import type { IdentityProvider, LoginCheck, ProviderClaims } from '@comptoir/core/identity/identity-provider.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import { type JWTPayload, jwtVerify } from 'jose';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { type KnownProvider, makeDiscovery, type ProviderOptions } from './discovery.js';
import { refusalOf } from './refusal-of.js';

const SCOPE = 'openid email profile';
/** How far the clocks of provider and platform may be apart. */
const CLOCK_TOLERANCE_SECS = 30;

/** The identity provider at `issuer`, found by its published configuration when it is first needed (OIDC Core, Discovery). */
export function makeIdentityProvider(options: ProviderOptions): IdentityProvider {
  const discover = makeDiscovery(options);
  return {
    begin: (redirectUri) => answered(async () => begin(await discover(), redirectUri)),
    finish: (callbackUrl, check) => answered(async () => finish(await discover(), callbackUrl, check)),
    verifyIdToken: (idToken) => answered(async () => verify(await discover(), idToken, options.clientId)),
  };
}

async function answered<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw refusalOf(error);
  }
}

async function begin({ configuration }: KnownProvider, redirectUri: string): Promise<{ url: string; check: LoginCheck }> {
  const check = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: check.state,
    nonce: check.nonce,
    code_challenge: await calculatePKCECodeChallenge(check.codeVerifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, check };
}

async function finish({ configuration }: KnownProvider, callbackUrl: string, check: LoginCheck): Promise<ProviderClaims> {
  const tokens = await authorizationCodeGrant(configuration, new URL(callbackUrl), {
    expectedState: check.state,
    expectedNonce: check.nonce,
    pkceCodeVerifier: check.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new DomainError('invalid_login');
  const { issuer, userinfo_endpoint: hasUserInfo } = configuration.serverMetadata();
  // With a code, providers may keep the address out of the ID token (OIDC Core §5.4).
  const known = claims.email === undefined && hasUserInfo !== undefined;
  return claimsOf(issuer, known ? { ...claims, ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)) } : claims);
}

async function verify({ configuration, keys }: KnownProvider, idToken: string, clientId: string): Promise<ProviderClaims> {
  const { issuer, id_token_signing_alg_values_supported: supported = ['RS256'] } = configuration.serverMetadata();
  const { payload } = await jwtVerify(idToken, keys, {
    issuer,
    audience: clientId,
    algorithms: supported.filter((algorithm) => algorithm !== 'none' && !algorithm.startsWith('HS')),
    requiredClaims: ['sub', 'iat', 'exp'],
    clockTolerance: CLOCK_TOLERANCE_SECS,
  });
  if (!isForClient(payload, clientId)) throw new DomainError('invalid_login');
  return claimsOf(issuer, payload);
}

/** A token for several must say that this client asked for it (OIDC Core §3.1.3.7, 4–5). */
function isForClient({ aud, azp }: JWTPayload, clientId: string): boolean {
  const several = Array.isArray(aud) && aud.length > 1;
  return azp === undefined ? !several : azp === clientId;
}

function claimsOf(issuer: string, { sub, email, email_verified: verified, name }: Readonly<Record<string, unknown>>): ProviderClaims {
  if (typeof sub !== 'string' || sub === '') throw new DomainError('invalid_login');
  return { issuer, subject: sub, email: textOf(email), emailVerified: verified === true, name: textOf(name) };
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null;
}
