import type { ShopGateway, ShopGateways, ShopRead } from '@comptoir/core/shop-sync/shop-gateway.js';
import type { ShopCategory, ShopCustomer, ShopOrder, ShopProduct, ShopRecord, ShopVendor } from '@comptoir/core/shop-sync/shop-records.js';
import { NOON } from '../../suites/builders.js';
import { aShopProduct as aMug } from '../../suites/shop-product-builders.js';

/** An online shop in memory, whose records a test writes down and spoils. */

export type Listed = 'orders' | 'products' | 'customers';

export interface ToyShop extends ShopGateways {
  readonly orders: Map<string, ShopOrder>;
  readonly products: Map<string, ShopProduct>;
  readonly customers: Map<string, ShopCustomer>;
  readonly vendors: ShopVendor[];
  readonly categories: ShopCategory[];
  /** `orders 12`: the shop cannot hand it over. */
  readonly faulty: Set<string>;
  /** `orders 12`: listed no more, and there all the same. */
  readonly unlisted: Set<string>;
  /** What was asked for, such as `orders 1,2,3` and `ids orders`. */
  readonly asked: string[];
  /** Called before every answer. */
  before: (asked: string, signal: Parameters<ShopGateway['vendors']>[0]) => Promise<void>;
}

export function aToyShop(): ToyShop {
  const shop: ToyShop = {
    orders: new Map(),
    products: new Map(),
    customers: new Map(),
    vendors: [],
    categories: [],
    faulty: new Set(),
    unlisted: new Set(),
    asked: [],
    before: async () => undefined,
    open: () => gatewayOf(shop),
    pausedUntil: () => null,
  };
  return shop;
}

function gatewayOf(shop: ToyShop): ShopGateway {
  let requests = 0;

  async function ask(what: string, signal: Parameters<ShopGateway['vendors']>[0]): Promise<void> {
    requests += 1;
    shop.asked.push(what);
    await shop.before(what, signal);
    if (signal.aborted) throw signal.reason;
  }

  const read =
    <Kept extends ShopRecord>(entity: Listed, rows: ReadonlyMap<string, Kept>) =>
    async (ids: readonly string[], signal: Parameters<ShopGateway['vendors']>[0]): Promise<ShopRead<Kept>> => {
      await ask(`${entity} ${ids.join(',')}`, signal);
      const isFaulty = (id: string) => shop.faulty.has(`${entity} ${id}`);
      return {
        records: ids.flatMap((id) => (isFaulty(id) ? [] : (rows.get(id) ?? []))),
        gone: ids.filter((id) => !isFaulty(id) && !rows.has(id)),
        faulty: ids.filter(isFaulty).map((externalId) => ({ externalId, reason: 'lines: nonsense' })),
      };
    };

  return {
    probe: async () => ({
      ...{ version: '8.1.0', name: 'Toys', timezone: 'Europe/Paris', currency: 'EUR', language: 'fr' },
      ...{ clockAheadMs: 0, unreadable: [], remarks: [] },
    }),
    async ids(entity, since, signal) {
      await ask(`ids ${entity}`, signal);
      const rows: readonly ShopRecord[] = [...shop[entity].values()];
      const changed = rows.filter(({ updatedAt }) => since === null || updatedAt === null || updatedAt >= since);
      const listed = changed.map(({ externalId }) => externalId).filter((id) => !shop.unlisted.has(`${entity} ${id}`));
      return listed.sort((left, right) => Number(left) - Number(right));
    },
    orders: read('orders', shop.orders),
    products: read('products', shop.products),
    customers: read('customers', shop.customers),
    async vendors(signal) {
      await ask('vendors', signal);
      return [...shop.vendors];
    },
    async categories(signal) {
      await ask('categories', signal);
      return [...shop.categories];
    },
    requests: () => requests,
  };
}

export function aShopOrder(id: number, changes: Partial<ShopOrder> = {}): ShopOrder {
  return {
    externalId: String(id),
    updatedAt: NOON,
    reference: `REF${id}`,
    state: { id: '2', name: 'Paid', phase: 'paid' },
    placedAt: NOON,
    customerId: null,
    currency: 'EUR',
    lines: [],
    shipping: null,
    wrapping: null,
    discountCents: 0,
    totalCents: 100 * id,
    paidCents: 0,
    billingAddress: null,
    deliveryAddress: null,
    paymentName: null,
    carrierName: null,
    trackingNumber: null,
    note: null,
    verbatim: {},
    ...changes,
  };
}

export function aShopCustomer(id: number, changes: Partial<ShopCustomer> = {}): ShopCustomer {
  return {
    externalId: String(id),
    updatedAt: NOON,
    email: null,
    firstName: 'Ada',
    lastName: null,
    company: null,
    registration: null,
    vatNumber: null,
    phone: null,
    language: null,
    birthday: null,
    guest: false,
    active: true,
    newsletter: false,
    createdAt: null,
    addresses: [],
    deleted: false,
    ...changes,
  };
}

export function aShopProduct(id: number, changes: Partial<ShopProduct> = {}): ShopProduct {
  return aMug({ externalId: String(id), name: `Toy ${id}`, quantity: null, ...changes });
}

export function aShopVendor(externalId: string): ShopVendor {
  return { externalId, updatedAt: null, type: 'supplier', name: `Vendor ${externalId}`, active: true };
}

export function aShopCategory(id: number, parentId: string | null = null): ShopCategory {
  return { externalId: String(id), updatedAt: null, name: `Category ${id}`, parentId, position: id, active: true };
}
