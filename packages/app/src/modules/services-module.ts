import { htmlCleaner } from '@comptoir/adapters-sdk/mail/html-cleaner.js';
import { permissionsAskedFor } from '@comptoir/core/kit/registry.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import { type Bind, ContainerModule } from 'inversify';
import { makeHostTasks } from '../host-tasks.js';
import { shopSyncTasks } from '../shop-sync-tasks.js';
import { SERVICE_NAMES, SERVICE_TOKENS, TOKENS } from '../tokens.js';

/**
 * The core is wired by its own `makeServices`, which every embedder uses: wiring it a second time here could only differ. Each
 * service is then bound by its own token, so that a consumer asks for what it uses.
 */
export function servicesModule(): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(TOKENS.services)
      .toResolvedValue(
        (
          persistence,
          certificates,
          clock,
          commands,
          cronTimes,
          crypto,
          journalSigner,
          links,
          mailer,
          outgoing,
          invoiceRenderer,
          ticketRenderer,
          passwords,
          photoFiles,
          photoRenderer,
          signedTokens,
          identityProvider,
          sandbox,
          logger,
          timers,
          health,
          shopSync,
          registry,
          tasks,
          vhosts,
          config,
        ) =>
          makeServices({
            persistence,
            certificates,
            clock,
            commands,
            cronTimes,
            crypto,
            htmlCleaner,
            journalSigner,
            links,
            mailer,
            outgoing,
            invoiceRenderer,
            ticketRenderer,
            passwords,
            photoFiles,
            photoRenderer,
            signedTokens,
            identityProvider,
            paymentProviders: sandbox === null ? [] : [sandbox.provider],
            logger,
            timers,
            health,
            shopSync,
            tasks,
            vhosts,
            supplierRecalc: config.shopSync.supplierRecalc,
            // Every router is built to find them, so not before somebody asks.
            knownPermissions: () => permissionsAskedFor(registry),
          }),
        [
          TOKENS.persistence,
          TOKENS.certificates,
          TOKENS.clock,
          TOKENS.commands,
          TOKENS.cronTimes,
          TOKENS.crypto,
          TOKENS.journalSigner,
          TOKENS.links,
          TOKENS.mailer,
          TOKENS.outgoing,
          TOKENS.invoiceRenderer,
          TOKENS.ticketRenderer,
          TOKENS.passwords,
          TOKENS.photoFiles,
          TOKENS.photoRenderer,
          TOKENS.signedTokens,
          TOKENS.identityProvider,
          TOKENS.paymentSandbox,
          TOKENS.logger,
          TOKENS.timers,
          TOKENS.health,
          TOKENS.shopSync,
          TOKENS.registry,
          TOKENS.tasks,
          TOKENS.vhosts,
          TOKENS.config,
        ],
      )
      .inSingletonScope();
    bind(TOKENS.tasks)
      .toDynamicValue((context) =>
        // The services know the tasks, so a task can only ask for its service when it runs.
        makeHostTasks(
          {
            housekeeping: () => context.get(SERVICE_TOKENS.housekeeping).sweep(),
            ...shopSyncTasks(() => context.get(SERVICE_TOKENS.shopSync)),
          },
          context.get(TOKENS.logger),
        ),
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
