import type { Product } from '../../catalogue/item.js';
import type { Ids } from '../../kit/ids.js';
import { type FulfilmentOrder, isPickup, type Order } from '../../orders/order.js';
import { noneSent } from '../../settlement/goods.js';
import { afterParcelStep, canTake, type Parcel } from '../../settlement/parcel.js';
import { wallTimeAt } from '../../sites/wall-time.js';
import type { MovedPromises } from '../products/moved-promises.js';
import type { Refused } from '../quarantine.js';
import type { ShopOrder } from '../shop-records.js';
import type { PartWork, SyncPart } from '../sync-part.js';
import { type CustomerMemory, orderClients } from './customer-memory.js';
import { goneOrder, importedOrder, type KnownOrder, type OrderContext } from './decide-order.js';
import { flawOf } from './order-flaws.js';
import { linesOfUnknownGoods } from './order-lines.js';
import type { OrderClient } from './order-person.js';
import { type OrderStep, planOrders } from './order-plan.js';
import { statusAfter } from './order-state.js';
import { shopWords } from './order-words-of-shop.js';
import { isOutdated, keptOrderFacts } from './shop-facts.js';
import { shopGoods } from './shop-goods.js';

export interface ShopCustomersDeps {
  readonly ids: Pick<Ids, 'uuid'>;
  /** Shared by the customers and the orders of one run. */
  readonly memory: CustomerMemory;
}

export interface ShopOrdersDeps extends ShopCustomersDeps {
  /** What a dry run would have made of products before, by their id in the shop. */
  readonly foreseenProducts: ReadonlyMap<string, Product>;
  readonly promises: Pick<MovedPromises, 'note'>;
}

/**
 * Orders of the shop as orders of the channel `shop`. They write orders, lines, events, money and forecasts; `stock` never changes here. Customers
 * that the orders name are to be imported before them, products at any time: an order that lacks goods is planned again once they are here.
 */
export function orderPart(deps: ShopOrdersDeps): SyncPart<ShopOrder> {
  return {
    entity: 'orders',
    // 2: goods that come later are found by orders that were delivered, too.
    rules: 2,
    async lacking(work, records) {
      const { find } = await shopGoods(work, records, deps.foreseenProducts);
      const lines = records.map((record) => [record.externalId, linesOfUnknownGoods(record, find)] as const);
      return new Map(lines.filter(([, keys]) => keys.length > 0));
    },
    read: (gateway, externalIds, signal) => gateway.orders(externalIds, signal),
    async plan(work, records) {
      const shopOrders = latestOf(records);
      const flaws = shopOrders.flatMap((shop) => flawOf(shop) ?? []);
      const known = await knownOrders(
        work,
        shopOrders.map(({ externalId }) => externalId),
      );
      const refused = [...flaws, ...foreign(known)];
      const wrong = new Set(refused.map(({ externalId }) => externalId));
      const sound = shopOrders.filter(({ externalId }) => !wrong.has(externalId));
      const decided = await decide(work, sound, known, deps);
      return planOrders(work, { ...decided, refused }, deps);
    },
    async planGone(work, externalIds) {
      const known = await knownOrders(work, externalIds);
      const orders = [...known.values()].filter(isOfShop);
      const ended = await endings(work, orders);
      const steps = orders.map((order): OrderStep => ({ imported: goneOrder(ended.of(order), work), shop: null }));
      const links = orders.map(({ id, invoiceNumber }) => ({ externalId: invoiceNumber ?? '', localId: id }));
      return planOrders(work, { steps, links, refused: [], unpacked: ended.unpacked, products: [] }, deps);
    },
  };
}

async function decide(
  work: PartWork,
  orders: readonly ShopOrder[],
  known: ReadonlyMap<string, Order>,
  { ids, memory, foreseenProducts }: ShopOrdersDeps,
) {
  const fresh = orders.filter(({ externalId, updatedAt }) => work.authority || !isOutdated(factsIn(known.get(externalId)), updatedAt));
  const [{ find, products }, clients, taxes] = [
    await shopGoods(work, fresh, foreseenProducts),
    await orderClients(work, fresh, memory),
    await standardTaxes(work, fresh),
  ];
  const cancelling = fresh.flatMap(({ externalId, state }) => {
    const order = known.get(externalId);
    return order !== undefined && isOfShop(order) && statusAfter(order, state.phase) === 'cancelled' ? [order] : [];
  });
  const ended = await endings(work, cancelling);
  const { scope, site, now, since } = work;
  const context = { scope, now, since, find, timezone: site.timezone, words: shopWords(site.languages), makeId: ids.uuid };
  const steps = fresh.map((shop): OrderStep => {
    const order = known.get(shop.externalId);
    const before = order !== undefined && isOfShop(order) ? ended.of(order) : null;
    const client = clients.get(shop.customerId ?? '') ?? UNKNOWN;
    const whole: OrderContext = { ...context, client, standardTax: taxes.get(dayOf(shop, work)) ?? null };
    return { imported: importedOrder(shop, before, whole), shop };
  });
  const outdated = orders
    .filter((shop) => !fresh.includes(shop))
    .flatMap(({ externalId }) => {
      const localId = known.get(externalId)?.id;
      return localId === undefined ? [] : [{ externalId, localId }];
    });
  const links = steps.map(({ imported: { order, provisional, unknownGoods: lacking } }) => ({
    externalId: order.invoiceNumber ?? '',
    localId: order.id,
    ...(provisional ? { provisional } : {}),
    ...(lacking.length > 0 ? { lacking } : {}),
  }));
  return { steps, links: [...links, ...outdated], unpacked: ended.unpacked, products };
}

const UNKNOWN: OrderClient = { kind: 'unknown' };

/** Each record once, as it is newest. */
function latestOf(records: readonly ShopOrder[]): readonly ShopOrder[] {
  const latest = new Map<string, ShopOrder>();
  for (const record of records) {
    const other = latest.get(record.externalId);
    if (other === undefined || (record.updatedAt ?? new Date(0)) >= (other.updatedAt ?? new Date(0))) latest.set(record.externalId, record);
  }
  return [...latest.values()];
}

/** By what the shop calls them; locked, unless the run is dry. */
async function knownOrders({ scope, views, stores }: PartWork, numbers: readonly string[]): Promise<ReadonlyMap<string, Order>> {
  const found =
    stores === null ? await views.orders.byInvoiceNumbers(scope, numbers) : await stores.orders.lockByInvoiceNumbers(scope, numbers);
  return new Map(found.map((order) => [order.invoiceNumber ?? '', order]));
}

function isOfShop(order: Order): order is FulfilmentOrder {
  return !isPickup(order) && order.channel === 'shop';
}

/** Numbers of the shop that somebody gave to orders of their own. */
function foreign(known: ReadonlyMap<string, Order>): readonly Refused[] {
  const others = [...known].filter(([, order]) => !isOfShop(order));
  return others.map(([externalId]) => ({
    externalId,
    code: 'duplicate',
    reason: 'invoiceNumber is that of an order that is not of the online shop.',
  }));
}

function factsIn(order: Order | undefined) {
  return order === undefined ? null : keptOrderFacts(order);
}

/**
 * What an end means for what was packed: unpacked, as where the staff cancels. An order of which something was handed over is not cancelled any
 * more.
 */
async function endings({ scope, views, now }: PartWork, orders: readonly FulfilmentOrder[]) {
  const parcels = new Map<string, readonly Parcel[]>();
  for (const { id, lines } of orders)
    if (lines.some(({ fulfilled }) => fulfilled > 0)) parcels.set(id, await views.settlement.parcelsOf(scope, id));
  const isKept = (id: string) => parcels.get(id)?.some(({ state }) => state === 'delivered') === true;
  const unpacked = orders
    .filter(({ id, status }) => status !== 'delivered' && status !== 'returned' && !isKept(id))
    .flatMap(({ id }) => parcels.get(id) ?? [])
    .filter((parcel) => canTake(parcel, 'cancel'))
    .map((parcel) => afterParcelStep(parcel, 'cancel', now));
  const ended = new Set(orders.filter(({ status }) => status !== 'delivered' && status !== 'returned').map(({ id }) => id));
  return {
    unpacked,
    of(before: FulfilmentOrder): KnownOrder {
      const { id, lines } = before;
      if (!ended.has(id)) return { before, lines, mayCancel: true };
      return isKept(id) ? { before, lines, mayCancel: false } : { before, lines: noneSent(lines), mayCancel: true };
    },
  };
}

/** The standard rate of the country on the days of those orders whose rates the shop does not know. */
async function standardTaxes(work: PartWork, orders: readonly ShopOrder[]): Promise<ReadonlyMap<string, number>> {
  const { views, scope, site } = work;
  const rates = new Map<string, number>();
  const days = new Set(orders.filter(hasUnknownTax).map((order) => dayOf(order, work)));
  if (days.size === 0) return rates;
  for (const day of days) {
    const rate = await views.taxRates.inForce(scope, site.address.country, 'standard', day);
    if (rate !== null) rates.set(day, rate.basisPoints);
  }
  return rates;
}

function hasUnknownTax({ lines, shipping, wrapping }: ShopOrder): boolean {
  return [...lines, shipping, wrapping].some((priced) => priced?.taxBasisPoints === null);
}

function dayOf({ placedAt }: ShopOrder, { site }: Pick<PartWork, 'site'>): string {
  return wallTimeAt(placedAt, site.timezone).date;
}
