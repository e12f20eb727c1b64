import type { PostalAddress } from '@comptoir/core/kit/postal-address.js';
import type { ShopOrder } from '@comptoir/core/shop-sync/shop-records.js';
import { type OrderSurroundings, orderOf } from './order-of.js';
import { addressesOf } from './postal-address-of.js';
import type { RecordReading } from './read-records.js';
import { ownId, type Row } from './row.js';
import { associated, linked } from './row-lists.js';
import type { Asking } from './shop-calls.js';
import type { ShopReads } from './shop-reads.js';
import { cancelledState } from './shop-settings.js';

/** Of lines: what the orders themselves do not say. A line has some forty fields more, which would be most of what is sent for an order. */
const DETAIL_FIELDS = '[id,unit_price_tax_incl,taxes[id]]';

/** Orders with their lines, addresses, taxes and carriers: four requests a chunk, and few more for what they share. */
export function orderReading(reads: ShopReads): RecordReading<ShopOrder> {
  return {
    resource: 'orders',
    async complete(rows, asking) {
      const around = await surroundings(reads, rows, asking);
      return (row) => orderOf(row, around);
    },
  };
}

async function surroundings(reads: ShopReads, rows: readonly Row[], asking: Asking): Promise<OrderSurroundings> {
  const { signal } = asking;
  const settings = await reads.settings(signal);
  cancelledState(settings);
  const addressIds = [...linked(rows, 'id_address_invoice'), ...linked(rows, 'id_address_delivery')];
  const [lines, addresses, customerIds, states, currencies, carriers] = await Promise.all([
    linesOf(reads, rows, asking),
    addressesById(reads, addressIds, asking),
    reads.existing('customers', linked(rows, 'id_customer'), asking),
    reads.known('order_states', linked(rows, 'current_state'), signal),
    reads.known('currencies', linked(rows, 'id_currency'), signal),
    reads.knownReadable('carriers', linked(rows, 'id_carrier'), signal),
  ]);
  return { settings, states, currencies, carriers, addresses, customerIds, ...lines };
}

async function linesOf(reads: ShopReads, rows: readonly Row[], asking: Asking): Promise<Pick<OrderSurroundings, 'details' | 'taxes'>> {
  const details = await reads.whereReadable('order_details', 'id_order', linked(rows, 'id'), asking, DETAIL_FIELDS);
  if (details === null) return { details, taxes: null };
  const taxIds = details.flatMap((detail) => linked(associated(detail, 'taxes'), 'id'));
  const taxes = await reads.knownReadable('taxes', taxIds, asking.signal);
  return { details: new Map(details.map((detail) => [ownId(detail), detail])), taxes };
}

async function addressesById(
  reads: ShopReads,
  ids: readonly (string | null)[],
  asking: Asking,
): Promise<ReadonlyMap<string, PostalAddress>> {
  const rows = (await reads.whereReadable('addresses', 'id', ids, asking)) ?? [];
  const make = await addressesOf(reads, rows, asking.signal);
  return new Map(rows.map((row) => [ownId(row), make(row)]));
}
