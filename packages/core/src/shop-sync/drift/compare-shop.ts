import type { Scope } from '../../kit/scope.js';
import type { StopSignal } from '../../kit/stop-signal.js';
import { unitKey } from '../../stock/stock-action.js';
import type { Views } from '../../stores.js';
import type { ShopGateway } from '../shop-gateway.js';
import { keyed } from '../vendors/vendor-part.js';
import { differingOrderFields, differingProductFields, ORDER_FIELDS, PRODUCT_FIELDS, type StockHere } from './differing-fields.js';
import type { EntityDrift } from './drift-report.js';
import { type DriftTally, makeDriftTally } from './drift-tally.js';

/** One comparison of an establishment with its shop. */
export interface Watch {
  readonly scope: Scope;
  readonly views: Views;
  readonly gateway: ShopGateway;
  readonly signal: StopSignal;
  readonly now: Date;
}

/** Records that are read and compared at a time, so that a shop of any size takes the same memory. */
const CHUNK = 100;

/** Orders are counted all, and compared where they changed within the window of the order job: older ones do not move. */
const ORDER_DAYS = 40;
const DAY_MS = 86_400_000;

export async function productDrift(watch: Watch): Promise<EntityDrift> {
  const { scope, views, gateway, signal } = watch;
  const ids = await gateway.ids('products', null, signal);
  const tally = makeDriftTally(PRODUCT_FIELDS);
  const unsold = new Set<string>();
  for (const chunk of chunksOf(ids)) for (const id of await compareProducts(watch, chunk, tally)) unsold.add(id);
  const sold = ids.filter((id) => !unsold.has(id));
  return tally.ended('products', sold, await views.shopLinks.present(scope, 'products'));
}

/** Returns what is listed and not there when it is asked for, such as a draft that nobody has ever saved: no product yet. */
async function compareProducts(
  { scope, views, gateway, signal }: Watch,
  externalIds: readonly string[],
  tally: DriftTally,
): Promise<readonly string[]> {
  const { records, gone } = await gateway.products(externalIds, signal);
  const products = await views.products.byExternalIds(scope, externalIds);
  const stock = await stockHere(
    views,
    scope,
    products.map(({ id }) => id),
  );
  const byId = new Map(products.map((product) => [product.externalId, product]));
  for (const record of records) {
    const product = byId.get(record.externalId);
    if (product !== undefined) tally.add(record.externalId, differingProductFields(record, product, stock));
  }
  return gone;
}

async function stockHere(views: Views, scope: Scope, itemIds: readonly string[]): Promise<StockHere> {
  const levels = await views.stock.levels(scope, itemIds);
  const promised = await views.stock.promisedTo(scope, 'shop', itemIds);
  return {
    levels: new Map(levels.map((level) => [unitKey(level), level])),
    promised: new Map(promised.map(({ quantity, ...unit }) => [unitKey(unit), quantity])),
  };
}

export async function orderDrift({ scope, views, gateway, signal, now }: Watch): Promise<EntityDrift> {
  const ids = await gateway.ids('orders', null, signal);
  const recent = await gateway.ids('orders', new Date(now.getTime() - ORDER_DAYS * DAY_MS), signal);
  const tally = makeDriftTally(ORDER_FIELDS);
  for (const chunk of chunksOf(recent)) {
    const { records } = await gateway.orders(chunk, signal);
    const orders = new Map(
      (await views.orders.byInvoiceNumbers(scope, chunk)).flatMap((order) =>
        'invoiceNumber' in order ? [[order.invoiceNumber, order]] : [],
      ),
    );
    for (const record of records) {
      const order = orders.get(record.externalId);
      if (order !== undefined) tally.add(record.externalId, differingOrderFields(record, order));
    }
  }
  return tally.ended('orders', ids, await views.shopLinks.present(scope, 'orders'));
}

/** Counted: what is in them is nobody's business here. */
export async function customerDrift({ scope, views, gateway, signal }: Watch): Promise<EntityDrift> {
  const ids = await gateway.ids('customers', null, signal);
  return makeDriftTally([]).ended('customers', ids, await views.shopLinks.present(scope, 'customers'));
}

export async function vendorDrift({ scope, views, gateway, signal }: Watch): Promise<EntityDrift> {
  const tally = makeDriftTally(['active']);
  const records = (await gateway.vendors(signal)).map(keyed);
  const links = await views.shopLinks.byExternalIds(
    scope,
    'vendors',
    records.map(({ externalId }) => externalId),
  );
  const localIds = new Map(links.map(({ externalId, localId }) => [externalId, localId]));
  const vendors = new Map((await views.vendors.all(scope)).map((vendor) => [vendor.id, vendor]));
  for (const { externalId, type, active } of records) {
    const vendor = vendors.get(localIds.get(externalId) ?? '');
    // A company that is both is active here as its own type says.
    if (vendor?.type === type) tally.add(externalId, (vendor.data['active'] !== false) === active ? [] : ['active']);
  }
  const ids = records.map(({ externalId }) => externalId);
  return tally.ended('vendors', ids, await views.shopLinks.present(scope, 'vendors'));
}

function chunksOf(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, index) => ids.slice(index * CHUNK, (index + 1) * CHUNK));
}
