import { createHash, createHmac, randomBytes } from 'node:crypto';
import { makeStorefront } from '@comptoir/adapters-http/storefront/storefront.js';
import { bookingPath, orderPath, payPath, payReturnPath } from '@comptoir/adapters-http/web/page-paths.js';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import type { Category, Item } from '@comptoir/core/catalogue/item.js';
import { type Clock, type FixedClock, fixedClock } from '@comptoir/core/kit/clock.js';
import type { Crypto } from '@comptoir/core/kit/crypto.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import type { GuestChannel } from '@comptoir/core/orders/order.js';
import { type PlacedOrder, placedOrderSchema } from '@comptoir/core/orders/order-contract.js';
import type { PaymentProvider } from '@comptoir/core/payments/payment-provider.js';
import type { ServiceDeps } from '@comptoir/core/service-deps.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import type { Site } from '@comptoir/core/sites/site.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { aCategory, anItem, aProduct, aSite, aVariant, type Establishment, establish, NOON } from '../../suites/builders.js';
import { testDeps, testLinks } from '../../support/service-deps.js';
import { type Answer, call, jsonOf } from '../call.js';
import { keepingLogger, type LogLine } from '../log.js';
import { serve } from '../serve.js';

/** A storefront on a free port, as a process of its own would serve it. */
export interface Till {
  readonly origin: string;
  readonly services: Services;
  readonly persistence: Persistence;
  readonly clock: FixedClock;
  readonly stopping: AbortController;
  readonly log: readonly LogLine[];
}

export interface TillOptions {
  readonly persistence?: Persistence;
  readonly clock?: FixedClock;
  /** Stands between the services and the host. */
  readonly around?: (services: Services) => Services;
  readonly health?: Readonly<Record<string, () => Promise<void>>>;
  /** Take cards. */
  readonly paymentProviders?: readonly PaymentProvider[];
  /** Called when a request has come in, before it is answered. */
  readonly onRequest?: () => void;
}

export const PUBLIC_URL = 'https://till.example';

const crypto: Crypto = {
  randomBytes: (length) => randomBytes(length),
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
  hmacSha256: (key, text) => createHmac('sha256', key).update(text, 'utf8').digest('base64'),
  digest: () => nodeCrypto.digest(),
};

/** What a process offers on this persistence. */
export function servicesOn(persistence: Persistence, clock: Clock, changes: Partial<ServiceDeps> = {}): Services {
  const links = {
    ...testLinks,
    booking: (...order: Parameters<typeof bookingPath>) => PUBLIC_URL + bookingPath(...order),
    tracking: (slug: string, orderId: string, channel: GuestChannel) =>
      PUBLIC_URL + (channel === 'ticketing' ? bookingPath(slug, orderId, 'fr') : orderPath(slug, orderId, channel)),
    pay: (...order: Parameters<typeof payPath>) => PUBLIC_URL + payPath(...order),
    payReturn: (...order: Parameters<typeof payReturnPath>) => PUBLIC_URL + payReturnPath(...order),
  };
  return makeServices(testDeps({ persistence, clock, crypto, links, ...changes }));
}

/** Two tills on one persistence are two processes on one database: nothing else is shared. */
export async function openTill(options: TillOptions = {}): Promise<Till> {
  const { persistence = makeMemoryPersistence(), clock = fixedClock(NOON), around = (services) => services, health = {} } = options;
  const { onRequest = () => undefined, paymentProviders = [] } = options;
  const services = servicesOn(persistence, clock, { paymentProviders });
  const stopping = new AbortController();
  const log: LogLine[] = [];
  const app = makeStorefront(around(services), {
    publicUrl: PUBLIC_URL,
    trustProxyHops: 0,
    logger: keepingLogger(log),
    health,
    stopping: stopping.signal,
  });
  const answer = app.callback();
  const origin = await serve((request, response) => {
    onRequest();
    return answer(request, response);
  });
  return { origin, services, persistence, clock, stopping, log };
}

export const CATEGORIES: readonly Category[] = [
  aCategory({ id: 'sales', name: 'Salés', position: 1 }),
  aCategory({ id: 'boissons', name: 'Boissons', position: 2 }),
];

/** A dish as it is, one in two sizes, one with options, one that nobody sees and one that is sold out for an hour. */
export const ITEMS: readonly Item[] = [
  anItem({ id: 'galette', categoryId: 'sales', name: 'Galette complète', position: 1 }),
  anItem({
    id: 'salade',
    categoryId: 'sales',
    name: 'Salade',
    description: 'Du jour',
    priceCents: 1105,
    photo: '/photos/salade.jpg',
    allergens: ['mustard', 'nuts'],
    position: 2,
    optionGroups: [
      {
        id: 'sauce',
        name: 'Sauce',
        min: 1,
        max: 1,
        options: [
          { id: 'vinaigrette', name: 'Vinaigrette', priceCents: 0 },
          { id: 'caesar', name: 'Caesar', priceCents: 55 },
        ],
      },
      {
        id: 'extras',
        name: 'Suppléments',
        min: 0,
        max: 2,
        options: [
          { id: 'chevre', name: 'Chèvre', priceCents: 220 },
          { id: 'noix', name: 'Noix', priceCents: 110 },
          { id: 'oeuf', name: 'Œuf', priceCents: 90 },
        ],
      },
    ],
  }),
  anItem({
    id: 'cidre',
    categoryId: 'boissons',
    name: 'Cidre',
    priceCents: 0,
    position: 3,
    variants: [
      aVariant({ id: 'bolee', name: 'Bolée', priceCents: 310 }),
      aVariant({ id: 'bouteille', name: 'Bouteille', priceCents: 1250 }),
    ],
  }),
  anItem({ id: 'secret', name: 'Caché', visible: false, position: 4 }),
  anItem({ id: 'far', name: 'Far breton', position: 5, soldOutUntil: new Date(NOON.getTime() + 3_600_000) }),
];

export const SLUG = 'chez-lucie';

export const WITH_CAPS = aSite().features;
export const WITHOUT_CAPS = { ...WITH_CAPS, slots: false };

/** Stores a restaurant, open around the clock, with the dishes above. */
export async function aRestaurant(persistence: Persistence, changes: Partial<Site> = {}, items = ITEMS): Promise<Establishment> {
  const restaurant = await establish(persistence, { slug: SLUG, ...changes });
  await persistence.transact(restaurant.scope, async ({ categories, products }) => {
    for (const category of CATEGORIES) await categories.create(restaurant.scope, category);
    await products.create(
      restaurant.scope,
      items.map((item) => aProduct(item)),
    );
  });
  return restaurant;
}

/** A restaurant without limits, so that only what a test is about refuses an order. */
export async function openRestaurant(changes: Partial<Site> = {}, options: TillOptions = {}): Promise<Till & Establishment> {
  const till = await openTill(options);
  const restaurant = await aRestaurant(till.persistence, { features: WITHOUT_CAPS, ...changes });
  return { ...till, ...restaurant };
}

/** The body of an order for one galette; `changes` replace its fields. */
export function anOrderBody(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { slug: SLUG, items: [{ id: 'galette' }], customer: { name: 'Ada Lovelace' }, ...changes };
}

/** Posts a body, which is JSON unless it is text already. */
export function post(
  origin: string,
  body: unknown,
  headers: Readonly<Record<string, string | string[]>> = {},
  path = '/api/order',
): Promise<Answer> {
  return call(`${origin}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}

/** The order in an answer that must hold one. */
export function orderIn(answer: Answer): PlacedOrder {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return placedOrderSchema.parse(jsonOf(answer)['order']);
}

/** Places an order for one galette. */
export async function placeOne(origin: string, changes: Readonly<Record<string, unknown>> = {}): Promise<PlacedOrder> {
  return orderIn(await post(origin, anOrderBody(changes)));
}

/** The scope in which the kitchen acts. */
export function kitchen(scope: Scope): Scope {
  return { ...scope, actor: { kind: 'system', name: 'kitchen' } };
}
