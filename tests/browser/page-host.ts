import { createServer, type RequestListener, type Server } from 'node:http';
import { makeStorefront } from '@comptoir/adapters-http/storefront/storefront.js';
import { bookingPath, orderPath, payPath, payReturnPath, sandboxPath } from '@comptoir/adapters-http/web/page-paths.js';
import { makePaymentSandbox } from '@comptoir/adapters-sdk/payments/sandbox.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import type { NewCatalogue } from '@comptoir/core/catalogue/catalogue-contract.js';
import { type FixedClock, fixedClock } from '@comptoir/core/kit/clock.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { GuestChannel, PickupStep } from '@comptoir/core/orders/order.js';
import type { PaymentProvider } from '@comptoir/core/payments/payment-provider.js';
import type { ServiceDeps } from '@comptoir/core/service-deps.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import { type NewSite, SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import { listeningAddress } from '../support/listening.js';
import { TEST_SECRET, testDeps, testLinks } from '../support/service-deps.js';

/** A host with the pages and the calls they make, on memory and a free port. */
export interface PageHost {
  readonly url: string;
  readonly services: Services;
  readonly clock: FixedClock;
  /** Opens an establishment and returns its scope. */
  open(site?: Partial<NewSite>, catalogue?: NewCatalogue): Promise<Scope>;
  step(scope: Scope, orderId: string, step: PickupStep): Promise<void>;
  /** Lets the shop take cards: by the sandbox, which is a provider of its own on the same host, or by another one. */
  takeCards(scope: Scope, provider?: string): Promise<void>;
  /** Resolves with the next change of an order that this process tells of. */
  orderChanged(): Promise<void>;
  close(): Promise<void>;
}

const SILENT: Logger = {
  child: () => SILENT,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** `others` take cards beside the sandbox. */
export async function startPageHost(others: readonly PaymentProvider[] = [], changes: Partial<ServiceDeps> = {}): Promise<PageHost> {
  let answer: RequestListener = () => undefined;
  const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  const url = await listeningAddress(server);
  // The browser's clock is the machine's, so the host starts there too, on a whole minute.
  const clock = fixedClock(new Date(Math.floor(Date.now() / 60_000) * 60_000));
  const links = {
    ...testLinks,
    booking: (...order: Parameters<typeof bookingPath>) => url + bookingPath(...order),
    tracking: (slug: string, orderId: string, channel: GuestChannel) =>
      url + (channel === 'ticketing' ? bookingPath(slug, orderId, 'fr') : orderPath(slug, orderId, channel)),
    pay: (...order: Parameters<typeof payPath>) => url + payPath(...order),
    payReturn: (...order: Parameters<typeof payReturnPath>) => url + payReturnPath(...order),
    paymentWebhook: (provider: string) => `${url}/api/payments/${provider}/webhook`,
    shopWebhook: (slug: string, entity: string) => `${url}/api/webhooks/shop/${entity}?site=${slug}`,
  };
  const persistence = makeMemoryPersistence();
  const pageOf = (ref: string) => url + sandboxPath(ref);
  const sandbox = makePaymentSandbox({ transact: persistence.transact, clock, logger: SILENT, secrets: [TEST_SECRET], pageOf });
  const paymentProviders = [sandbox.provider, ...others];
  const services = makeServices(testDeps({ persistence, clock, crypto: nodeCrypto, links, paymentProviders, ...changes }));
  const stopping = new AbortController();
  const options = { publicUrl: url, trustProxyHops: 0, logger: SILENT, health: {}, stopping: stopping.signal, sandbox };
  answer = makeStorefront(services, options).callback();
  const tenant = await services.sites.createTenant('Maison Test', { kind: 'system', name: 'test' });
  const tenantScope = { tenantId: tenant.id, actor: { kind: 'system', name: 'test' } } as const;
  return {
    url,
    services,
    clock,
    open: async (site = {}, catalogue = aCatalogue()) => {
      const { id } = await services.sites.create(tenantScope, aSite(site), catalogue);
      return { ...tenantScope, siteId: id };
    },
    step: async (scope, orderId, step) => {
      await services.orders.step(scope, orderId, step, null);
    },
    takeCards: async (scope, provider = 'sandbox') => {
      await services.settings.set({ tenant: scope, site: scope }, 'payments.card', provider);
    },
    orderChanged: () =>
      new Promise((resolve) => {
        const stop = services.signals.listen(({ kind }) => {
          if (kind !== 'order-changed') return;
          stop();
          resolve();
        });
      }),
    close: async () => {
      stopping.abort();
      await sandbox.close();
      return closing(server);
    },
  };
}

function closing(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Open around the clock, so that tests may run at any time. */
export function aSite(changes: Partial<NewSite> = {}): NewSite {
  return {
    ...SITE_DEFAULTS,
    slug: 'chez-test',
    trade: 'restaurant',
    name: 'Chez Test',
    description: 'Cuisine de marché.',
    address: { line1: '3 rue de la Paix', line2: null, postcode: '75002', city: 'Paris', country: 'FR' },
    phone: '01 23 45 67 89',
    website: null,
    hosts: [],
    languages: ['fr'],
    hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' })),
    exceptions: [],
    features: { ...SITE_DEFAULTS.features, onlineOrders: true, slots: true },
    ...changes,
  };
}

/** A name that would end the script element the menu travels in, and run, if any page forgot to escape it. */
export const HOSTILE_NAME = 'Tarte </script><script>alert(1)</script>';

export function aCatalogue(): NewCatalogue {
  const common = { taxBasisPoints: 1000 };
  return {
    categories: [
      { id: 'entrees', name: 'Entrées', position: 1 },
      { id: 'plats', name: 'Plats', position: 2 },
      { id: 'desserts', name: 'Desserts', position: 3 },
    ],
    items: [
      {
        ...common,
        id: 'soupe',
        categoryId: 'entrees',
        name: 'Soupe à l’oignon',
        description: 'Bouillon de bœuf, comté.',
        priceCents: 850,
        allergens: ['gluten', 'milk'],
        photo: '/assets/illustrations/bol.svg',
        position: 1,
      },
      { ...common, id: 'oeufs', categoryId: 'entrees', name: 'Œufs mayonnaise', priceCents: 690, allergens: ['eggs'], position: 2 },
      {
        ...common,
        id: 'burger',
        categoryId: 'plats',
        name: 'Burger',
        priceCents: 1400,
        position: 1,
        variants: [
          { id: 'simple', name: 'Simple', priceCents: 1400 },
          { id: 'double', name: 'Double', priceCents: 1750 },
        ],
        optionGroups: [
          {
            id: 'cuisson',
            name: 'Cuisson',
            min: 1,
            max: 1,
            options: [
              { id: 'saignant', name: 'Saignant', priceCents: 0 },
              { id: 'a-point', name: 'À point', priceCents: 0 },
            ],
          },
          {
            id: 'plus',
            name: 'Suppléments',
            min: 0,
            max: 2,
            options: [
              { id: 'lard', name: 'Lard', priceCents: 150 },
              { id: 'oeuf', name: 'Œuf', priceCents: 100 },
              { id: 'bleu', name: 'Bleu', priceCents: 200 },
            ],
          },
        ],
      },
      { ...common, id: 'tarte', categoryId: 'desserts', name: HOSTILE_NAME, priceCents: 700, position: 1 },
      {
        ...common,
        id: 'ile',
        categoryId: 'desserts',
        name: 'Île flottante',
        priceCents: 650,
        soldOutUntil: new Date('2100-01-01T00:00:00Z'),
        position: 2,
      },
    ],
  };
}
