import { sandboxPath } from '@comptoir/adapters-http/web/page-paths.js';
import { makeCronerCronTimes } from '@comptoir/adapters-sdk/cron/croner-cron-times.js';
import { makePhotoDirectory } from '@comptoir/adapters-sdk/files/photo-directory.js';
import { makeInvoiceRenderer } from '@comptoir/adapters-sdk/invoices/invoice-renderer.js';
import { makeIdentityProvider } from '@comptoir/adapters-sdk/oidc/identity-provider.js';
import { makePaymentSandbox, type PaymentSandbox, type SandboxOptions } from '@comptoir/adapters-sdk/payments/sandbox.js';
import { type ClosableOutgoingHttp, makeOutgoingHttp } from '@comptoir/adapters-sdk/push/outgoing-http.js';
import { makePrestaShopGateways } from '@comptoir/adapters-sdk/shop/prestashop-gateways.js';
import { makeTicketRenderer } from '@comptoir/adapters-sdk/tickets/ticket-renderer.js';
import type { IdentityProvider } from '@comptoir/core/identity/identity-provider.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import { makeRegistry } from '@comptoir/core/kit/registry.js';
import { ROUTERS } from '@comptoir/core/procedures.js';
import { syncParts } from '@comptoir/core/shop-sync/sync-parts.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { ContainerModule } from 'inversify';
import { makeArgon2Passwords } from '../adapters/argon2-passwords.js';
import { nodeCrypto } from '../adapters/node-crypto.js';
import { makeJournalSigner } from '../adapters/node-journal-signer.js';
import { makeSignedTokens } from '../adapters/node-signed-tokens.js';
import { nodeTimers } from '../adapters/node-timers.js';
import { makePhotoRenderer } from '../adapters/photo-renderer.js';
import { systemClock } from '../adapters/system-clock.js';
import type { PublicUrls } from '../addresses.js';
import { commandsOf } from '../commands-of.js';
import type { Config } from '../config.js';
import { photoDirectoryOf } from '../data-directory.js';
import { makeLinks } from '../links.js';
import { makeMailer } from '../mailer.js';
import { TOKENS } from '../tokens.js';

export interface KitValues {
  readonly config: Config;
  readonly logger: Logger;
  readonly publicUrls: PublicUrls;
  /** The ports of every host of the server, of other processes too: never called for an app. */
  readonly ownPorts: ReadonlySet<number>;
  readonly stopping: AbortSignal;
  /** The first signs, all verify. */
  readonly secrets: readonly [string, ...string[]];
}

/** The process itself: its configuration and the ports that Node implements. */
export function kitModule({ config, logger, publicUrls, ownPorts, stopping, secrets }: KitValues): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(TOKENS.config).toConstantValue(config);
    bind(TOKENS.logger).toConstantValue(logger);
    bind(TOKENS.publicUrls).toConstantValue(publicUrls);
    bind(TOKENS.stopping).toConstantValue(stopping);
    bind(TOKENS.timers).toConstantValue(nodeTimers);
    bind(TOKENS.outgoing)
      .toResolvedValue(
        (): ClosableOutgoingHttp => makeOutgoingHttp({ allowLoopback: config.allowLoopbackHandlers, ownPorts: () => ownPorts }),
        [],
      )
      .inSingletonScope();
    bind(TOKENS.clock).toConstantValue(systemClock);
    bind(TOKENS.crypto).toConstantValue(nodeCrypto);
    bind(TOKENS.cronTimes).toResolvedValue(makeCronerCronTimes, []).inSingletonScope();
    bind(TOKENS.commands).toResolvedValue(commandsOf, [TOKENS.config]).inSingletonScope();
    bind(TOKENS.journalSigner)
      .toResolvedValue(() => makeJournalSigner(secrets), [])
      .inSingletonScope();
    bind(TOKENS.signedTokens).toConstantValue(makeSignedTokens(secrets));
    bind(TOKENS.passwords).toResolvedValue(makeArgon2Passwords, []).inSingletonScope();
    bind(TOKENS.invoiceRenderer).toResolvedValue(makeInvoiceRenderer, []).inSingletonScope();
    bind(TOKENS.ticketRenderer).toResolvedValue(makeTicketRenderer, []).inSingletonScope();
    bind(TOKENS.photoFiles)
      .toResolvedValue((config) => makePhotoDirectory(photoDirectoryOf(config)), [TOKENS.config])
      .inSingletonScope();
    bind(TOKENS.photoRenderer)
      .toResolvedValue(() => makePhotoRenderer(), [])
      .inSingletonScope();
    bind(TOKENS.mailer).toResolvedValue(makeMailer, [TOKENS.config, TOKENS.publicUrls, TOKENS.clock, TOKENS.logger]).inSingletonScope();
    bind(TOKENS.identityProvider).toResolvedValue(identityProviderOf, [TOKENS.config]).inSingletonScope();
    bind(TOKENS.paymentSandbox)
      .toResolvedValue(
        ({ transact }: Persistence) => sandboxOf(config, publicUrls, { transact, clock: systemClock, logger, secrets }),
        [TOKENS.persistence],
      )
      .inSingletonScope();
    bind(TOKENS.shopGateways)
      .toResolvedValue(
        (timers, clock) =>
          makePrestaShopGateways({
            ...{ clock, timers, logger, random: Math.random },
            allowLoopback: config.shopSync.allowLoopback,
            ownPorts: () => ownPorts,
          }),
        [TOKENS.timers, TOKENS.clock],
      )
      .inSingletonScope();
    bind(TOKENS.shopSync)
      .toResolvedValue((gateways) => ({ gateways, makeParts: syncParts(config.shopSync) }), [TOKENS.shopGateways])
      .inSingletonScope();
    bind(TOKENS.registry)
      .toResolvedValue(() => makeRegistry(ROUTERS), [])
      .inSingletonScope();
    bind(TOKENS.links).toResolvedValue(makeLinks, [TOKENS.publicUrls]).inSingletonScope();
  });
}

function sandboxOf({ paymentSandbox }: Config, { storefront }: PublicUrls, parts: Omit<SandboxOptions, 'pageOf'>): PaymentSandbox | null {
  return paymentSandbox ? makePaymentSandbox({ ...parts, pageOf: (ref) => `${storefront}${sandboxPath(ref)}` }) : null;
}

/** Spoken to without encryption only where nothing is at stake. */
function identityProviderOf({ oidc, production }: Config): IdentityProvider | null {
  return oidc === null ? null : makeIdentityProvider({ ...oidc, allowHttp: !production });
}
