import { sumCents } from '@comptoir/core/kit/money.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Services } from '@comptoir/core/services.js';
import { type CustomerMemory, makeCustomerMemory } from '@comptoir/core/shop-sync/orders/customer-memory.js';
import { customerPart } from '@comptoir/core/shop-sync/orders/customer-part.js';
import { orderPart } from '@comptoir/core/shop-sync/orders/order-part.js';
import { makeMovedPromises } from '@comptoir/core/shop-sync/products/moved-promises.js';
import type { ShopCustomer, ShopOrder, ShopOrderLine, ShopRecord } from '@comptoir/core/shop-sync/shop-records.js';
import type { ChunkPlan, PartWork, SyncPart } from '@comptoir/core/shop-sync/sync-part.js';
import type { Site } from '@comptoir/core/sites/site.js';
import { minutesAfter, NOON } from './builders.js';
import { aShopLink } from './shop-sync-builders.js';

/** A line of one piece at 10 euros, of nothing the catalogue knows. */
export function aShopLine(changes: Partial<ShopOrderLine> = {}): ShopOrderLine {
  return {
    externalId: '1',
    productId: null,
    combinationId: null,
    name: 'Tasse',
    sku: null,
    quantity: 1,
    unitPriceCents: 1000,
    taxBasisPoints: 2000,
    ...changes,
  };
}

/** An order that is paid, whose total is what its lines come to unless told. */
export function aShopOrder(changes: Partial<ShopOrder> = {}): ShopOrder {
  const lines = changes.lines ?? [aShopLine()];
  const totalCents = changes.totalCents ?? sumCents(lines.map(({ quantity, unitPriceCents }) => quantity * unitPriceCents));
  return {
    externalId: '101',
    updatedAt: NOON,
    reference: 'XKBKNABJK',
    state: { id: '2', name: 'Paiement accepté', phase: 'paid' },
    placedAt: minutesAfter(NOON, -30),
    customerId: null,
    currency: 'EUR',
    lines,
    shipping: null,
    wrapping: null,
    discountCents: 0,
    totalCents,
    paidCents: totalCents,
    billingAddress: null,
    deliveryAddress: null,
    paymentName: 'Virement',
    carrierName: null,
    trackingNumber: null,
    note: null,
    verbatim: { total_paid: '10.000000' },
    ...changes,
  };
}

/** Somebody with an account. */
export function aShopCustomer(changes: Partial<ShopCustomer> = {}): ShopCustomer {
  return {
    externalId: '7',
    updatedAt: NOON,
    email: 'zoe@example.org',
    firstName: 'Zoé',
    lastName: 'Martin',
    company: null,
    registration: null,
    vatNumber: null,
    phone: '+33 6 00 00 00 00',
    language: 'fr',
    birthday: null,
    guest: false,
    active: true,
    newsletter: false,
    createdAt: minutesAfter(NOON, -600),
    addresses: [],
    deleted: false,
    ...changes,
  };
}

/** What imports run with. */
export interface ShopStage {
  readonly services: Services;
  readonly scope: Scope;
  readonly site: Site;
}

export interface Importing {
  readonly since?: Date;
  readonly now?: Date;
  readonly dry?: boolean;
  /** As the nightly run does. */
  readonly authority?: boolean;
  readonly memory?: CustomerMemory;
}

/** Imports the customers as one chunk, as the engine does. */
export function importCustomers(stage: ShopStage, records: readonly ShopCustomer[], how: Importing = {}): Promise<ChunkPlan> {
  const { services, memory = makeCustomerMemory() } = { ...stage, ...how };
  return importChunk(stage, customerPart({ ids: services.ids, memory }), (part, work) => part.plan(work, records), how);
}

export function importOrders(stage: ShopStage, records: readonly ShopOrder[], how: Importing = {}): Promise<ChunkPlan> {
  const { services, memory = makeCustomerMemory() } = { ...stage, ...how };
  return importChunk(
    stage,
    orderPart({ ids: services.ids, memory, foreseenProducts: new Map(), promises: makeMovedPromises() }),
    (part, work) => part.plan(work, records),
    how,
  );
}

export function forgetOrders(stage: ShopStage, externalIds: readonly string[], how: Importing = {}): Promise<ChunkPlan> {
  const part = orderPart({
    ids: stage.services.ids,
    memory: makeCustomerMemory(),
    foreseenProducts: new Map(),
    promises: makeMovedPromises(),
  });
  return importChunk(stage, part, (orders, work) => orders.planGone(work, externalIds), how);
}

export function forgetCustomers(stage: ShopStage, externalIds: readonly string[], how: Importing = {}): Promise<ChunkPlan> {
  const part = customerPart({ ids: stage.services.ids, memory: makeCustomerMemory() });
  return importChunk(stage, part, (customers, work) => customers.planGone(work, externalIds), how);
}

/** One transaction: locks, plans, writes and links. */
async function importChunk<Kept extends ShopRecord>(
  { services, scope, site }: ShopStage,
  part: SyncPart<Kept>,
  decide: (part: SyncPart<Kept>, work: PartWork) => Promise<ChunkPlan>,
  { since = minutesAfter(NOON, -60), now = NOON, dry = false, authority = false }: Importing,
): Promise<ChunkPlan> {
  const work = { scope, site, now, since, authority };
  if (dry) {
    const plan = await decide(part, { ...work, views: services.views, stores: null });
    plan.foresee();
    return plan;
  }
  return services.unitOfWork(scope, async (inside, stores) => {
    await stores.shopLinks.lock(scope);
    const plan = await decide(part, { ...work, views: inside.views, stores });
    await plan.apply(inside, stores);
    const links = plan.links.map(({ externalId, localId }) => aShopLink({ entity: part.entity, externalId, localId }));
    if (links.length > 0) await stores.shopLinks.put(scope, links);
    return plan;
  });
}
