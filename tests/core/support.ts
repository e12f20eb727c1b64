import { createHash, createHmac } from 'node:crypto';
import { nodeCrypto } from '@comptoir/app/adapters/node-crypto.js';
import type { Category, Item } from '@comptoir/core/catalogue/item.js';
import { type FixedClock, fixedClock } from '@comptoir/core/kit/clock.js';
import type { Crypto } from '@comptoir/core/kit/crypto.js';
import { type CallContext, type Identity, NO_SESSION, type Permission, type Role } from '@comptoir/core/kit/procedure.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Signal } from '@comptoir/core/kit/signals.js';
import { makeMemoryPersistence } from '@comptoir/core/memory-persistence.js';
import { type OrderInput, orderInputSchema } from '@comptoir/core/orders/order-contract.js';
import type { ServiceDeps } from '@comptoir/core/service-deps.js';
import { makeServices, type Services } from '@comptoir/core/services.js';
import type { Site } from '@comptoir/core/sites/site.js';
import type { Persistence } from '@comptoir/core/stores.js';
import { aProduct, type Establishment, establish, NOON } from '../suites/builders.js';
import { keepingMails, type Outbox, testDeps } from '../support/service-deps.js';

/** Bytes that look random and are the same in every run (a linear congruential generator), and real digests. */
export function repeatableCrypto(seed = 1): Crypto {
  let state = seed;
  const nextByte = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  return {
    randomBytes: (length) => Uint8Array.from({ length }, nextByte),
    sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
    hmacSha256: (key, text) => createHmac('sha256', key).update(text, 'utf8').digest('base64'),
    digest: () => nodeCrypto.digest(),
  };
}

/** The whole core on memory, at noon. */
export interface Bench {
  readonly services: Services;
  readonly persistence: Persistence;
  readonly clock: FixedClock;
  /** What was announced so far. */
  readonly heard: readonly Signal[];
  /** What was committed to be mailed so far, sent or not. */
  readonly outbox: Pick<Outbox, 'sent'>;
}

export function aBench(persistence: Persistence = makeMemoryPersistence(), changes: Partial<ServiceDeps> = {}): Bench {
  const clock = fixedClock(NOON);
  const kept = keepingMails(persistence);
  const services = makeServices(testDeps({ persistence: kept.persistence, clock, crypto: repeatableCrypto(), ...changes }));
  const heard: Signal[] = [];
  services.signals.listen((signal) => heard.push(signal));
  return { services, persistence, clock, heard, outbox: kept };
}

/** Stores an establishment with a menu. */
export async function aRestaurant(
  { persistence }: Bench,
  changes: Partial<Site> = {},
  menu: { categories?: readonly Category[]; items?: readonly Item[] } = {},
): Promise<Establishment> {
  const establishment = await establish(persistence, changes);
  await persistence.transact(establishment.scope, async ({ categories, products }) => {
    for (const category of menu.categories ?? []) await categories.create(establishment.scope, category);
    await products.create(
      establishment.scope,
      (menu.items ?? []).map((item) => aProduct(item)),
    );
  });
  return establishment;
}

/** An order as a host hands it over: parsed by its contract, whatever the test leaves out. */
export function anOrderFor(site: Pick<Site, 'slug'>, items: readonly unknown[], rest: Record<string, unknown> = {}): OrderInput {
  return orderInputSchema.parse({ slug: site.slug, items, customer: { name: 'Ada' }, ...rest });
}

/** A call of somebody who has signed in. */
export function aCall(
  services: Services,
  changes: { roles?: Role[]; permissions?: Permission[]; tenantId?: string; site?: Scope } = {},
): CallContext {
  const { roles = [], permissions = [], site = null } = changes;
  const tenantId = changes.tenantId ?? site?.tenantId;
  const identity: Identity = {
    userId: 'lucie',
    sessionId: 's1',
    roles,
    permissions: new Set(permissions),
    tenant: tenantId === undefined ? null : { tenantId, actor: { kind: 'user', userId: 'lucie' } },
    site,
  };
  return { ...aCallOfNobody(services), identity };
}

export function aCallOfNobody(services: Services): CallContext {
  return {
    services,
    identity: null,
    refusal: null,
    requestId: 'r1',
    internal: false,
    client: { address: '192.0.2.1', userAgent: 'test' },
    session: NO_SESSION,
    idempotencyKey: null,
  };
}
