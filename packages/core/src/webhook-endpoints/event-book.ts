import type { Scope } from '../kit/scope.js';
import type { Order } from '../orders/order.js';
import type { StockUnit } from '../stock/stock-action.js';
import { type EventData, MEMBERS_MAX, type WebhookEventType } from './webhook-event.js';

/** An event that nobody was told of yet. */
export interface Told<Type extends WebhookEventType = WebhookEventType> {
  readonly type: Type;
  readonly data: EventData<Type>;
}

/** What happened at one establishment. */
export interface ToldOfSite {
  readonly scope: Scope;
  readonly events: readonly Told[];
}

type OrderEventType = Exclude<Extract<WebhookEventType, `order.${string}`>, 'order.payment_recorded' | 'order.refunded'>;
type ProductChange = EventData<'products.changed'>['products'][number];

/**
 * What one transaction has done that is worth telling, said once: several changes of one record are one event, with what it has become in the end, and
 * units and products are told many at once.
 */
export interface EventBook {
  note<Type extends WebhookEventType>(scope: Scope, type: Type, subject: string, data: EventData<Type>): void;
  order(scope: Scope, type: OrderEventType, data: EventData<'order.created'>): void;
  units(scope: Scope, units: readonly StockUnit[]): void;
  product(scope: Scope, product: ProductChange): void;
  /** Nobody has asked to hear of the establishment: what is noted of it is told to nobody. */
  nobodyListens(scope: Scope): void;
  told(): readonly ToldOfSite[];
}

interface OfSite {
  readonly scope: Scope;
  readonly events: Map<string, Told>;
  readonly orders: Map<string, { data: EventData<'order.created'>; readonly types: Set<OrderEventType> }>;
  readonly units: Map<string, StockUnit>;
  readonly products: Map<string, ProductChange>;
}

export function makeEventBook(): EventBook {
  const sites = new Map<string, OfSite>();
  const unheard = new Set<string>();

  function siteOf(scope: Scope): OfSite {
    const key = keyOf(scope);
    const known = sites.get(key);
    if (known !== undefined) return known;
    const site = { scope, events: new Map(), orders: new Map(), units: new Map(), products: new Map() };
    sites.set(key, site);
    return site;
  }

  return {
    note: (scope, type, subject, data) => {
      siteOf(scope).events.set(`${type} ${subject}`, { type, data });
    },
    order(scope, type, data) {
      const { orders } = siteOf(scope);
      const known = orders.get(data.order_id);
      orders.set(data.order_id, { data: { ...data, number: data.number ?? known?.data.number ?? null }, types: known?.types ?? new Set() });
      orders.get(data.order_id)?.types.add(type);
    },
    units(scope, units) {
      if (units.length === 0) return;
      const site = siteOf(scope);
      for (const { itemId, variantId } of units) site.units.set(`${itemId} ${variantId ?? ''}`, { itemId, variantId });
    },
    product(scope, product) {
      const { products } = siteOf(scope);
      const known = products.get(product.product_id);
      const change = known?.change === 'created' && product.change === 'updated' ? 'created' : product.change;
      products.set(product.product_id, { ...product, change });
    },
    nobodyListens: (scope) => {
      unheard.add(keyOf(scope));
    },
    told: () =>
      [...sites]
        .filter(([key]) => !unheard.has(key))
        .map(([, site]) => ({ scope: site.scope, events: eventsOf(site) }))
        .filter(({ events }) => events.length > 0),
  };
}

function keyOf({ tenantId, siteId }: Scope): string {
  return `${tenantId} ${siteId}`;
}

function eventsOf({ events, orders, units, products }: OfSite): readonly Told[] {
  const members = [...units.values()].map(({ itemId, variantId }) => ({ product_id: itemId, variant_id: variantId }));
  return [
    ...[...orders.values()].flatMap(({ data, types }) => worthTelling(types).map((type): Told => ({ type, data }))),
    ...events.values(),
    ...inPacks(members).map((pack): Told => ({ type: 'stock.changed', data: { units: pack } })),
    ...inPacks([...products.values()]).map((pack): Told => ({ type: 'products.changed', data: { products: pack } })),
  ];
}

/** That an order changed goes without saying where anything else of it is told. */
function worthTelling(types: ReadonlySet<OrderEventType>): readonly OrderEventType[] {
  return types.size === 1 ? [...types] : [...types].filter((type) => type !== 'order.updated');
}

function inPacks<Member>(members: readonly Member[]): readonly Member[][] {
  const packs = Array.from({ length: Math.ceil(members.length / MEMBERS_MAX) }, (_, index) => index * MEMBERS_MAX);
  return packs.map((start) => members.slice(start, start + MEMBERS_MAX));
}

/** The states of orders whose beginning is told by an event of their own. */
const STEPS = {
  accepted: 'order.accepted',
  confirmed: 'order.confirmed',
  preparing: 'order.preparing',
  ready: 'order.ready',
  shipped: 'order.shipped',
  collected: 'order.collected',
  delivered: 'order.delivered',
  returned: 'order.returned',
  rejected: 'order.rejected',
  cancelled: 'order.cancelled',
} as const satisfies Partial<Record<Order['status'], OrderEventType>>;

/** What a change of an order is told as. */
export function orderEventOf(before: Pick<Order, 'status'>, after: Pick<Order, 'status'>): OrderEventType {
  const { status } = after;
  return status === before.status || !Object.hasOwn(STEPS, status) ? 'order.updated' : STEPS[status as keyof typeof STEPS];
}
