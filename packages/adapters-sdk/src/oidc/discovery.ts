import { DomainError } from '@comptoir/core/kit/errors.js';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';

export interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** An issuer without encryption is spoken to. For development and tests: whoever listens can sign in as anybody. */
  readonly allowHttp: boolean;
  /** How long each answer of the provider may take. */
  readonly timeoutSecs?: number;
}

/** What a provider publishes about itself, and its keys. */
export interface KnownProvider {
  readonly configuration: Configuration;
  readonly keys: JWTVerifyGetKey;
}

const TIMEOUT_SECS = 10;

/** Asks the provider for its configuration once, when it is first needed; an attempt that failed is forgotten. */
export function makeDiscovery(options: ProviderOptions): () => Promise<KnownProvider> {
  let known: Promise<KnownProvider> | undefined;
  return () => {
    known ??= discover(options).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function discover({
  issuer,
  clientId,
  clientSecret,
  allowHttp,
  timeoutSecs = TIMEOUT_SECS,
}: ProviderOptions): Promise<KnownProvider> {
  const server = new URL(issuer);
  // The specification wants tokens checked against the provider's keys, also where TLS vouches for them.
  const execute = [enableNonRepudiationChecks, ...(allowHttp && server.protocol === 'http:' ? [allowInsecureRequests] : [])];
  const configuration = await discovery(server, clientId, {}, authenticate(clientSecret), { execute, timeout: timeoutSecs });
  const { jwks_uri: keys } = configuration.serverMetadata();
  if (keys === undefined) throw new DomainError('provider_unreachable', { cause: new Error(`${issuer} publishes no keys`) });
  return { configuration, keys: createRemoteJWKSet(new URL(keys), { timeoutDuration: timeoutSecs * 1000 }) };
}

/** As the provider says it wants the secret: in the header (the default, RFC 8414 §2), else in the form. */
function authenticate(clientSecret: string): ClientAuth {
  const basic = ClientSecretBasic(clientSecret);
  const post = ClientSecretPost(clientSecret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const byForm = !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
    (byForm ? post : basic)(server, ...rest);
  };
}
