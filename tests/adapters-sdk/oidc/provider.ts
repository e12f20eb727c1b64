import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Configuration } from 'oidc-provider';
import { listeningAddress } from '../../support/listening.js';
import { aVisitor, type Visit, type Visitor } from '../../support/visitor.js';

export const CLIENT = { clientId: 'comptoir', clientSecret: 'a-secret-of-the-client' } as const;

/** People at the provider. They sign in by name, with any password. */
const ACCOUNTS: Readonly<Record<string, Record<string, unknown>>> = {
  ada: { email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace' },
  eve: { email: 'ada@example.org', email_verified: false, name: 'Eve' },
  bob: {},
};

export interface RunningProvider {
  readonly issuer: string;
  readonly server: Server;
  stop(): Promise<void>;
}

export interface ProviderChanges {
  readonly redirectUri: string;
  /** How the client has to show its secret. */
  readonly authentication?: 'client_secret_basic' | 'client_secret_post';
  /** Claims go into the ID token itself. */
  readonly claimsInToken?: boolean;
}

/** A certified provider, in this process, on a free port. */
export async function runProvider({ redirectUri, authentication, claimsInToken = false }: ProviderChanges): Promise<RunningProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  const issuer = await listeningAddress(server);
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: authentication ?? 'client_secret_basic',
      },
    ],
    ...(authentication !== undefined && { clientAuthMethods: [authentication] }),
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    cookies: { keys: ['a-key-of-the-tests'] },
    conformIdTokenClaims: !claimsInToken,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...ACCOUNTS[id] }) }),
  };
  const provider = await quietly(async () => new (await import('oidc-provider')).default(issuer, configuration));
  server.on('request', provider.callback());
  const stop = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { issuer, server, stop };
}

/** The provider warns of settings that are for development, and of Node 20, on which it works. */
async function quietly<Result>(make: () => Promise<Result>): Promise<Result> {
  const { info, warn } = console;
  console.info = console.warn = () => undefined;
  try {
    return await make();
  } finally {
    Object.assign(console, { info, warn });
  }
}

/** Signs in at the provider and agrees to everything; gives the address that the browser is sent back to. */
export async function signInAt(authorizationUrl: string, login: string, visitor: Visitor = aVisitor()): Promise<URL> {
  const { origin } = new URL(authorizationUrl);
  const atProvider = (next: URL) => next.origin === origin;
  let here: Visit = await visitor.visit(authorizationUrl, atProvider);
  for (let pages = 0; here.next === null && pages < 2; pages += 1) {
    const prompt = /name="prompt" value="(\w+)"/.exec(await here.response.text())?.[1] ?? '';
    here = await visitor.submit(here.url.href, { prompt, login, password: 'any' }, atProvider);
  }
  if (here.next === null) throw new Error(`the provider sent nobody back: ${here.response.status} ${here.url}`);
  return here.next;
}

/** Says no at the provider. */
export async function declineAt(authorizationUrl: string): Promise<URL> {
  const { origin } = new URL(authorizationUrl);
  const visitor = aVisitor();
  const atProvider = (next: URL) => next.origin === origin;
  const { url } = await visitor.visit(authorizationUrl, atProvider);
  const { next } = await visitor.visit(`${url.href}/abort`, atProvider);
  if (next === null) throw new Error('the provider sent nobody back');
  return next;
}
