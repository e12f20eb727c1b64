import { permissionsAskedFor } from '@comptoir/core/kit/registry.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import { type Bind, ContainerModule } from 'inversify';
import { SERVICE_NAMES, SERVICE_TOKENS, TOKENS } from '../tokens.js';

/**
 * The core is wired by its own `makeServices`, which every embedder uses: wiring it a second time here could only differ. Each
 * service is then bound by its own token, so that a consumer asks for what it uses.
 */
export function servicesModule(): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(TOKENS.services)
      .toResolvedValue(
        (persistence, clock, crypto, links, mailer, passwords, signedTokens, identityProvider, logger, health, registry, vhosts) =>
          makeServices({
            persistence,
            clock,
            crypto,
            links,
            mailer,
            passwords,
            signedTokens,
            identityProvider,
            logger,
            health,
            vhosts,
            // Every router is built to find them, so not before somebody asks.
            knownPermissions: () => permissionsAskedFor(registry),
          }),
        [
          TOKENS.persistence,
          TOKENS.clock,
          TOKENS.crypto,
          TOKENS.links,
          TOKENS.mailer,
          TOKENS.passwords,
          TOKENS.signedTokens,
          TOKENS.identityProvider,
          TOKENS.logger,
          TOKENS.health,
          TOKENS.registry,
          TOKENS.vhosts,
        ],
      )
      .inSingletonScope();
    for (const name of SERVICE_NAMES) bindService(bind, name);
  });
}

function bindService<Name extends keyof Services>(bind: Bind, name: Name): void {
  bind(SERVICE_TOKENS[name])
    .toResolvedValue((services: Services) => services[name], [TOKENS.services])
    .inSingletonScope();
}
