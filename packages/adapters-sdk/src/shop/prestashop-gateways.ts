import type { Clock } from '@comptoir/core/kit/clock.js';
import type { Logger } from '@comptoir/core/kit/logger.js';
import { putBounded } from '@comptoir/core/kit/put-bounded.js';
import type { Timers } from '@comptoir/core/kit/timers.js';
import { type ShopConnection, ShopFault, type ShopGateway, type ShopGateways } from '@comptoir/core/shop-sync/shop-gateway.js';
import type { CallPolicy } from '../push/callable-address.js';
import { type AnswerHeads, makeAnswerHeads } from './answer-heads.js';
import { customerReading } from './customer-reading.js';
import { type KnownRows, makeKnownRows } from './known-rows.js';
import { orderReading } from './order-reading.js';
import { probeShop } from './probe-shop.js';
import { productReading } from './product-reading.js';
import { readCategories } from './read-categories.js';
import { makeChunkSize } from './read-chunks.js';
import { readIds } from './read-ids.js';
import { readRecords } from './read-records.js';
import { readVendors } from './read-vendors.js';
import { type ShopAddress, shopAddress } from './shop-address.js';
import { makeShopCalls, type ShopCalls } from './shop-calls.js';
import { makeShopHost, type ShopHost } from './shop-host.js';
import { makeShopHttp } from './shop-http.js';
import { makeShopReads, type ShopReads } from './shop-reads.js';

export interface PrestaShopDeps extends CallPolicy {
  readonly clock: Clock;
  readonly timers: Timers;
  /** From 0 to below 1, for the waits between tries. */
  readonly random: () => number;
  readonly logger: Logger;
  /** How long one answer may take, to its last byte. */
  readonly timeoutMs?: number;
  /** An answer that is longer is asked for in smaller parts. */
  readonly bodyBytesMax?: number;
}

export interface ClosableShopGateways extends ShopGateways {
  /** Cuts what is under way. */
  close(): Promise<void>;
}

/** A list of all ids of a large shop takes some seconds on a small host. */
const TIMEOUT_MS = 60_000;
const BODY_BYTES_MAX = 32 * 1024 * 1024;
/** Addresses and connections that are remembered; a server serves some hundred shops. */
const KEPT_MAX = 1_000;

/** Shops of PrestaShop from 1.6 to 9, thirty bees among them, through their web service. */
export function makePrestaShopGateways(deps: PrestaShopDeps): ClosableShopGateways {
  const { timeoutMs = TIMEOUT_MS, bodyBytesMax = BODY_BYTES_MAX } = deps;
  const http = makeShopHttp({ ...deps, bodyBytesMax });
  const hosts = new Map<string, ShopHost>();
  const memories = new Map<string, ShopMemory>();

  function openedShop({ url, key }: ShopConnection): OpenedShop {
    const address = shopAddress(url, deps);
    // By the whole address: who enters another page of the same host cannot make this shop look broken.
    const host = kept(hosts, address.base, () => makeShopHost(deps));
    const { rows, heads } = kept(memories, `${address.base} ${key}`, () => ({ rows: makeKnownRows(deps.clock), heads: makeAnswerHeads() }));
    const calls = makeShopCalls({ ...deps, http, timeoutMs }, { address, key, host, heads });
    return { address, heads, calls, reads: makeShopReads(calls, rows) };
  }

  return {
    open: (connection) => gatewayOf(() => openedShop(connection)),
    pausedUntil({ url }) {
      const base = callableBase(url, deps);
      return base === null ? null : (hosts.get(base)?.pausedUntil() ?? null);
    },
    close: () => http.close(),
  };
}

/** What gateways of one connection know together. */
interface ShopMemory {
  readonly rows: KnownRows;
  readonly heads: AnswerHeads;
}

interface OpenedShop {
  readonly address: ShopAddress;
  readonly heads: AnswerHeads;
  readonly calls: ShopCalls;
  readonly reads: ShopReads;
}

/** The connection is looked at when it is used first: a bad address is a fault of the shop like any other. */
function gatewayOf(open: () => OpenedShop): ShopGateway {
  let opened: OpenedShop | undefined;
  const shop = () => {
    opened ??= open();
    return opened;
  };
  const sizes = { orders: makeChunkSize(), products: makeChunkSize(), customers: makeChunkSize() };
  return {
    probe: async (signal) => probeShop(shop().reads, shop().heads, shop().address.isEncrypted, signal),
    ids: async (entity, since, signal) => readIds(shop().reads, shop().heads, entity, since, signal),
    orders: async (ids, signal) => readRecords(shop().reads, orderReading(shop().reads), ids, sizes.orders, signal),
    products: async (ids, signal) =>
      readRecords(shop().reads, productReading(shop().reads, shop().address.base), ids, sizes.products, signal),
    customers: async (ids, signal) => readRecords(shop().reads, customerReading(shop().reads), ids, sizes.customers, signal),
    vendors: async (signal) => readVendors(shop().reads, signal),
    categories: async (signal) => readCategories(shop().reads, signal),
    requests: () => opened?.calls.requests() ?? 0,
  };
}

/** Null: the address cannot be called. */
function callableBase(url: string, policy: CallPolicy): string | null {
  try {
    return shopAddress(url, policy).base;
  } catch (error) {
    if (error instanceof ShopFault) return null;
    throw error;
  }
}

function kept<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make();
  putBounded(map, key, value, KEPT_MAX);
  return value;
}
