import { makeHostApp } from '@comptoir/adapters-http/kit/koa-app.js';
import { makeContextOf } from '@comptoir/adapters-http/platform/call-context.js';
import type { SiteGuard } from '@comptoir/adapters-http/platform/other-sites.js';
import { makePlatform, type PlatformOptions } from '@comptoir/adapters-http/platform/platform.js';
import { makeSessionCookie } from '@comptoir/adapters-http/platform/session-cookie.js';
import { makeSharedHosts } from '@comptoir/adapters-http/platform/shared-host.js';
import { makeSignedTokens } from '@comptoir/app/adapters/node-signed-tokens.js';
import type { Caller, IdentifyService, Presented } from '@comptoir/core/identity/identify.js';
import { type FixedClock, fixedClock } from '@comptoir/core/kit/clock.js';
import { DomainError } from '@comptoir/core/kit/errors.js';
import type { CallContext, Identity } from '@comptoir/core/kit/procedure.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { Services } from '@comptoir/core/services.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { NOON } from '../../suites/builders.js';
import { TEST_SECRET } from '../../support/service-deps.js';
import { keepingLogger, type LogLine } from '../log.js';
import { serve } from '../serve.js';
import { servicesOn } from '../storefront/till.js';

export const PLATFORM_URL = 'https://platform.example';
export const PRODUCTION_COOKIE = '__Secure-platform.session-token';
export const TENANT_ID = '0b9f2a52-6f0c-4a35-9d5f-3f4f1f6a7a01';
export const SITE_ID = '5d0f6a0e-9a54-4f0d-8f0e-1c1d6b7a8b02';
/** What the tests' users present. */
export const GOOD_TOKEN = 'good.token.1';

export const LUCIE: Identity = {
  userId: 'lucie',
  sessionId: 's1',
  roles: ['owner'],
  permissions: new Set(['users:invite']),
  tenant: { tenantId: TENANT_ID, actor: { kind: 'user', userId: 'lucie' } },
  site: null,
};

/** Options of a platform in production, on a domain of its own. */
export function platformOptions(changes: Partial<PlatformOptions> & { log?: LogLine[] } = {}): PlatformOptions {
  const { log = [], ...chosen } = changes;
  return {
    publicUrl: PLATFORM_URL,
    trustProxyHops: 0,
    logger: keepingLogger(log),
    health: {},
    production: true,
    storefrontUrl: 'https://shop.example',
    platformDomain: 'platform.example',
    devBypass: false,
    registry: makeRegistry({}),
    identityProvider: null,
    signedTokens: makeSignedTokens([TEST_SECRET]),
    ...chosen,
  };
}

/** Knows one token, however it is presented, and keeps what was. */
export interface FakeIdentify extends IdentifyService {
  readonly presented: Presented[];
}

export function fakeIdentify(answer: Partial<Caller> = {}): FakeIdentify {
  const presented: Presented[] = [];
  const nobody: Caller = { identity: null, refusal: null, by: null, renewed: null };
  return {
    presented,
    async identify(given) {
      presented.push(given);
      const token = given.bearer ?? given.cookie;
      const by = given.bearer === null ? 'cookie' : 'bearer';
      if (token === null) return nobody;
      if (token !== GOOD_TOKEN) return { ...nobody, refusal: new DomainError('unauthorized') };
      return { ...nobody, identity: LUCIE, by, ...answer };
    },
    forget: () => undefined,
  };
}

export interface OpenPlatform {
  readonly origin: string;
  readonly persistence: Persistence;
  readonly clock: FixedClock;
  readonly identify: FakeIdentify;
  readonly log: LogLine[];
}

export interface OpenOptions {
  readonly options?: Partial<PlatformOptions>;
  readonly services?: Partial<Services>;
  readonly answer?: Partial<Caller>;
  /** What decides about calls from other sites; else the one of calls. */
  readonly guard?: SiteGuard;
}

function parts({ options = {}, services: own = {}, answer = {} }: OpenOptions) {
  const persistence = makeMemoryPersistence();
  const clock = fixedClock(NOON);
  const identify = fakeIdentify(answer);
  const log: LogLine[] = [];
  const services: Services = { ...servicesOn(persistence, clock), identify, ...own };
  return { persistence, clock, identify, log, services, options: platformOptions({ ...options, log }) };
}

/** A platform on a free port. */
export async function openPlatform(open: OpenOptions = {}): Promise<OpenPlatform> {
  const { services, options, ...rest } = parts(open);
  return { origin: await serve(makePlatform(services, options).callback()), ...rest };
}

/** What `openContexts` answers: the context of the call, as far as JSON goes. */
export interface ShownContext {
  readonly userId: string | null;
  readonly roles: readonly string[];
  readonly tenantId: string | null;
  readonly siteId: string | null;
  readonly refusal: string | null;
  readonly address: string;
  readonly userAgent: string | null;
  readonly idempotencyKey: string | null;
}

/** A host that answers every call with the context it read from it; `act` may use that first. */
export async function openContexts(open: OpenOptions = {}, act: (context: CallContext) => void = () => undefined): Promise<OpenPlatform> {
  const { services, options, ...rest } = parts(open);
  const sessionCookie = makeSessionCookie({ ...options, clock: services.clock });
  const contextOf = makeContextOf({ ...options, services, sharedHosts: makeSharedHosts(options), sessionCookie }, open.guard);
  const app = makeHostApp('contexts', options);
  app.use(async (ctx) => {
    const context = await contextOf(ctx);
    act(context);
    ctx.body = shown(context);
  });
  return { origin: await serve(app.callback()), ...rest };
}

function shown({ identity, refusal, client, idempotencyKey }: CallContext): ShownContext {
  return {
    userId: identity?.userId ?? null,
    roles: identity?.roles ?? [],
    tenantId: identity?.tenant?.tenantId ?? null,
    siteId: identity?.site?.siteId ?? null,
    refusal: refusal?.code ?? null,
    address: client.address,
    userAgent: client.userAgent,
    idempotencyKey,
  };
}
