import { DomainError } from '@comptoir/core/kit/errors.js';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';

/** What openid-client and jose say when the provider did not answer, or not as a provider does. */
const UNANSWERED: ReadonlySet<unknown> = new Set([
  'OAUTH_ABORT',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_TIMEOUT',
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
  'ERR_JOSE_GENERIC',
  'ERR_JWKS_INVALID',
  'ERR_JWKS_TIMEOUT',
]);

/** Error codes of OAuth that are about the provider, or about how this client is registered with it: nobody can mend them by signing in. */
const PROVIDERS_OWN: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable', 'invalid_client', 'unauthorized_client']);

/** `provider_unreachable` or `invalid_login`, with what really happened as its cause for the log; other faults as they are. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error;
  if (isUnanswered(error)) return new DomainError('provider_unreachable', { cause: error });
  return 'code' in error && typeof error.code === 'string' ? new DomainError('invalid_login', { cause: error }) : error;
}

function isUnanswered(error: Error): boolean {
  if (error instanceof ResponseBodyError && error.status >= 500) return true;
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) return PROVIDERS_OWN.has(error.error);
  // `fetch` tells of a broken connection by a TypeError with the connection's fault as its cause.
  if (error instanceof TypeError) return error.cause !== undefined;
  return 'code' in error && UNANSWERED.has(error.code);
}
