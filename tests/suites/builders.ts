import { randomBytes, randomUUID } from 'node:crypto';
import type { Category, Item, Product, Variant } from '@comptoir/core/catalogue/item.js';
import type { PageInput } from '@comptoir/core/kit/page.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import {
  AT_PICKUP,
  type FulfilmentOrder,
  NEW_LINE,
  type OrderEvent,
  type OrderLine,
  type OrderStatus,
  type PickupLine,
  type PickupOrder,
  pickupOf,
  UNTOUCHED,
  type Unnumbered,
} from '@comptoir/core/orders/order.js';
import type { OrderStore } from '@comptoir/core/orders/order-store.js';
import type { Site, WeeklyPeriod } from '@comptoir/core/sites/site.js';
import { SITE_DEFAULTS } from '@comptoir/core/sites/site-contract.js';
import type { Persistence } from '@comptoir/core/stores.js';
import type { Tenant } from '@comptoir/core/tenants/tenant.js';

/** Things of the domain with every field filled in; a test names only the fields it is about. */

export const SYSTEM = { kind: 'system', name: 'tests' } as const;

/** A Tuesday noon in Paris, far from any change of the clock. */
export const NOON = new Date('2026-06-16T10:00:00Z');

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS);
}

/** Open around the clock, all week. */
export const ALWAYS_OPEN: readonly WeeklyPeriod[] = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }));

/** The same periods on every day of the week. */
export function everyDay(...periods: readonly (readonly [from: string, to: string])[]): WeeklyPeriod[] {
  return [1, 2, 3, 4, 5, 6, 7].flatMap((day) => periods.map(([from, to]) => ({ day, from, to })));
}

/** An id of an order: unguessable, of the length the product uses. */
export function freshToken(): string {
  return randomBytes(11).toString('hex');
}

/** A short name that no other test uses. */
export function freshName(stem: string): string {
  return `${stem}-${randomBytes(6).toString('hex')}`;
}

/** A restaurant that is always open and takes orders. */
export function aSite(changes: Partial<Site> = {}): Site {
  return {
    ...SITE_DEFAULTS,
    tenantId: randomUUID(),
    id: randomUUID(),
    slug: freshName('chez-lucie'),
    trade: 'restaurant',
    name: 'Chez Lucie',
    address: { line1: '12 rue des Lilas', line2: null, postcode: '29200', city: 'Brest', country: 'FR' },
    hours: ALWAYS_OPEN,
    features: { ...SITE_DEFAULTS.features, onlineOrders: true, slots: true },
    version: 1,
    ...changes,
  };
}

export function aCategory(changes: Partial<Category> = {}): Category {
  return { id: randomUUID(), name: 'Galettes', position: 0, ...changes };
}

/** A version for 7 €, without codes. */
export function aVariant(changes: Partial<Variant> = {}): Variant {
  return {
    id: freshName('variant'),
    name: 'Grande',
    priceCents: 700,
    sku: null,
    barcode: null,
    syncKey: null,
    externalId: null,
    ...changes,
  };
}

/** A dish for 9.50 € that can be ordered as it is. */
export function anItem(changes: Partial<Item> = {}): Item {
  return {
    id: freshName('galette'),
    categoryId: null,
    name: 'Galette complète',
    description: null,
    priceCents: 950,
    taxBasisPoints: 1000,
    photo: null,
    allergens: [],
    visible: true,
    soldOutUntil: null,
    position: 0,
    sku: null,
    barcode: null,
    managedBy: 'till',
    manageStock: false,
    bundle: [],
    variants: [],
    optionGroups: [],
    ...changes,
  };
}

/** The same with what the back office knows of it: nothing, since noon. */
export function aProduct(changes: Partial<Product> = {}): Product {
  return {
    ...anItem(),
    reference: null,
    purchasePriceCents: null,
    weightGrams: null,
    widthMm: null,
    heightMm: null,
    depthMm: null,
    syncKey: null,
    externalId: null,
    defaultVendorId: null,
    data: {},
    createdAt: NOON,
    updatedAt: NOON,
    deletedAt: null,
    version: 1,
    ...changes,
  };
}

export function aLine(changes: Partial<PickupLine> = {}): PickupLine {
  return {
    ...NEW_LINE,
    id: '1',
    itemId: 'galette',
    name: 'Galette complète',
    variant: null,
    options: [],
    quantity: 2,
    unitPriceCents: 950,
    totalCents: 1900,
    taxBasisPoints: 1000,
    note: null,
    ...changes,
  };
}

export type NewPickup = Unnumbered<PickupOrder>;

/** A queued order of the establishment, before the store has given it a number. */
export function anOrder({ tenantId, siteId }: Scope, changes: Partial<NewPickup> = {}): NewPickup {
  return {
    ...UNTOUCHED,
    id: freshToken(),
    tenantId,
    siteId,
    channel: 'takeaway',
    serviceDay: '2026-06-16',
    status: 'queued',
    placedAt: NOON,
    pickupAt: minutesAfter(NOON, 30),
    customer: { name: 'Ada', phone: null, email: null },
    note: null,
    lines: [aLine()],
    dropped: [],
    totalCents: 1900,
    currency: 'EUR',
    payment: AT_PICKUP,
    version: 1,
    ...changes,
  };
}

/** A draft of the back office in which every field has a value, before the store has given it a number. */
export function aFulfilment({ tenantId, siteId }: Scope, changes: Partial<Unnumbered<FulfilmentOrder>> = {}): Unnumbered<FulfilmentOrder> {
  const address = {
    name: 'Zoé',
    company: 'Établissements Łuczak',
    line1: '1 rue',
    line2: null,
    postcode: '75001',
    city: 'Paris',
    country: 'FR',
    phone: null,
  };
  const carriage: OrderLine = {
    ...aLine({ id: 'b', quantity: 1, unitPriceCents: 500, totalCents: 500, name: 'Colissimo' }),
    kind: 'shipping',
    itemId: null,
  };
  return {
    ...anOrder({ tenantId, siteId, actor: SYSTEM }),
    channel: 'backoffice',
    status: 'draft',
    pickupAt: null,
    customer: { name: "Zoé O'Hara", phone: '+33 6', email: 'zoe@example.org' },
    clientId: null,
    billingAddress: address,
    deliveryAddress: { ...address, company: null },
    discounts: [
      { id: 'd', kind: 'percent', value: 1000, label: '10 %', coupon: { id: randomUUID(), code: 'DIX' }, lineId: null, amountCents: 190 },
    ],
    lines: [aLine({ id: 'a', discountCents: 190, totalCents: 1710, externalKey: 'L1', fulfilled: 1, returned: 1, invoiced: 2 }), carriage],
    totalCents: 2210,
    assignedTo: randomUUID(),
    priority: 'urgent',
    invoiceNumber: 'shop-4711',
    invoiceStatus: 'PAID',
    customInputs: { shop_id: '4711', nested: { a: [1, null, '☕'] } },
    sealedAt: minutesAfter(NOON, 5),
    paidCents: 2210,
    refundedCents: 10,
    ...changes,
  };
}

export function anEvent(status: OrderStatus, changes: Partial<OrderEvent> = {}): OrderEvent {
  return { kind: 'status', status, at: NOON, actor: 'public', reason: null, payment: null, data: null, ...changes };
}

export const FIRST_PAGE: PageInput = { page: 1, pageSize: 20 };

/** The scope of nobody in particular: an establishment that was never created. */
export function aScope(): Scope {
  return { tenantId: randomUUID(), siteId: randomUUID(), actor: SYSTEM };
}

export interface Establishment {
  readonly scope: Scope;
  readonly site: Site;
}

/** Stores a new tenant with one establishment. */
export async function establish({ transact }: Persistence, changes: Partial<Site> = {}): Promise<Establishment> {
  const site = aSite(changes);
  const scope = { tenantId: site.tenantId, siteId: site.id, actor: SYSTEM };
  await transact(scope, async ({ sites, tenants }) => {
    await tenants.create({ id: site.tenantId, name: 'Maison', status: 'active', suspendedReason: null, createdAt: NOON });
    await sites.create(scope, site);
  });
  return { scope, site };
}

export function aTenant(id: string = randomUUID(), changes: Partial<Tenant> = {}): Tenant {
  return { id, name: 'Maison', status: 'active', suspendedReason: null, createdAt: NOON, ...changes };
}

/** Stores another establishment of the same tenant. */
export async function establishBeside({ transact }: Persistence, { scope }: Establishment): Promise<Establishment> {
  const site = aSite({ tenantId: scope.tenantId });
  const beside = { ...scope, siteId: site.id };
  await transact(beside, ({ sites }) => sites.create(beside, site));
  return { scope: beside, site };
}

/** Stores an order with its first event, claiming nothing. */
export async function placed({ transact }: Persistence, scope: Scope, changes: Partial<NewPickup> = {}): Promise<PickupOrder> {
  return transact(scope, ({ orders }) => placeIn(orders, scope, anOrder(scope, changes)));
}

/** The same within a transaction of the test's own. */
export async function placeIn(orders: OrderStore, scope: Scope, order: NewPickup): Promise<PickupOrder> {
  const result = await orders.place(scope, order, anEvent(order.status));
  if (result === null) throw new Error('An order that claims no slot was refused one.');
  return pickupOf(result.order);
}
