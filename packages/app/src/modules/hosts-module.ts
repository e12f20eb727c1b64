import type { Database } from '@comptoir/adapters-db/database.js';
import { makeDirectorySiteRoots } from '@comptoir/adapters-http/edge/directory-site-roots.js';
import { makeEdge } from '@comptoir/adapters-http/edge/edge.js';
import { type EdgeSites, makeEdgeSites } from '@comptoir/adapters-http/edge/edge-sites.js';
import type { HostOptions } from '@comptoir/adapters-http/kit/host-options.js';
import { makePlatform } from '@comptoir/adapters-http/platform/platform.js';
import { makeSdk } from '@comptoir/adapters-http/sdk/sdk.js';
import { makeStorefront } from '@comptoir/adapters-http/storefront/storefront.js';
import type { IdentityProvider } from '@comptoir/core/identity/identity-provider.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Registry } from '@comptoir/core/kit/registry.js';
import type { SignedTokens } from '@comptoir/core/kit/signed-tokens.js';
import type { Services } from '@comptoir/core/services.js';
import { ContainerModule } from 'inversify';
import type { PublicUrls } from '../addresses.js';
import type { Config, HostName } from '../config.js';
import { HOST_TOKENS, TOKENS } from '../tokens.js';

/** The Koa apps, each made when it is first asked for. */
export function hostsModule(): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(TOKENS.hostOptions)
      .toResolvedValue(makeHostOptions, [TOKENS.config, TOKENS.publicUrls, TOKENS.logger, TOKENS.database])
      .inSingletonScope();
    bind(HOST_TOKENS.storefront)
      .toResolvedValue(
        (services, optionsOf, stopping, sandbox) => makeStorefront(services, { ...optionsOf('storefront'), stopping, sandbox }).callback(),
        [TOKENS.services, TOKENS.hostOptions, TOKENS.stopping, TOKENS.paymentSandbox],
      )
      .inSingletonScope();
    bind(HOST_TOKENS.platform)
      .toResolvedValue(
        (services: Services, ...parts: Parameters<typeof makePlatformOptions>) =>
          makePlatform(services, makePlatformOptions(...parts)).callback(),
        [
          TOKENS.services,
          TOKENS.hostOptions,
          TOKENS.config,
          TOKENS.publicUrls,
          TOKENS.registry,
          TOKENS.identityProvider,
          TOKENS.signedTokens,
        ],
      )
      .inSingletonScope();
    bind(HOST_TOKENS.sdk)
      .toResolvedValue(
        (services, optionsOf, sites) => makeSdk(services, { ...optionsOf('sdk'), otherMetrics: sites.metrics }).callback(),
        [TOKENS.services, TOKENS.hostOptions, TOKENS.edgeSites],
      )
      .inSingletonScope();
    bind(HOST_TOKENS.edge)
      .toResolvedValue((sites, optionsOf) => makeEdge(sites, optionsOf('edge')).callback(), [TOKENS.edgeSites, TOKENS.hostOptions])
      .inSingletonScope();
    bind(TOKENS.edgeSites).toResolvedValue(makeSites, [TOKENS.config, TOKENS.services, TOKENS.logger]).inSingletonScope();
  });
}

/** What every host is told. sdk and edge listen on loopback, where no proxy stands in front of the caller. */
function makeHostOptions(config: Config, publicUrls: PublicUrls, logger: Logger, database: Database): (name: HostName) => HostOptions {
  const health = {
    database: async () => {
      await database.ping();
    },
  };
  return (name) => ({
    publicUrl: publicUrls[name],
    trustProxyHops: name === 'storefront' || name === 'platform' ? config.trustProxyHops : 0,
    logger,
    health,
  });
}

/** A site is in a directory of its own, or else where the virtual host of its name has its files. */
function makeSites({ edge }: Config, { siteGenerations, vhosts }: Services, logger: Logger): EdgeSites {
  const directory = makeDirectorySiteRoots(edge.sitesDirectory);
  const roots = { rootOf: async (host: string) => (await directory.rootOf(host)) ?? vhosts.rootOf(host) };
  return makeEdgeSites({ roots, generations: siteGenerations, logger: logger.child({ host: 'edge' }), liveReload: edge.liveReload });
}

/** What the platform is told beyond that: whom it trusts to say who calls, and what they may call. */
function makePlatformOptions(
  optionsOf: (name: HostName) => HostOptions,
  { production, platformDomain, devBypass }: Config,
  { storefront: storefrontUrl }: PublicUrls,
  registry: Registry,
  identityProvider: IdentityProvider | null,
  signedTokens: SignedTokens,
) {
  const parts = { registry, identityProvider, signedTokens };
  return { ...optionsOf('platform'), production, platformDomain, devBypass, storefrontUrl, ...parts };
}
