import { z } from 'zod';
import type { Client } from '../../clients/client.js';
import type { Order } from '../../orders/order.js';

/**
 * What is kept of the shop's own words with an order and with a client: `customInputs.shop`, which no other integration writes. Beside it stands
 * `customInputs.shop_id`, and `customInputs.deleted_from_shop` of what the shop has deleted.
 */

type Custom = Readonly<Record<string, unknown>>;

const orderFacts = z.object({
  /** When the shop said that it changed last, ISO 8601. */
  updatedAt: z.string().nullable(),
  /** Its client was forgotten: nothing that tells who they were is imported again. */
  forgotten: z.boolean(),
});

export type KeptOrderFacts = z.output<typeof orderFacts>;

/** What was imported last of the order; null where nothing was, or where it was erased since. */
export function keptOrderFacts({ customInputs }: Pick<Order, 'customInputs'>): KeptOrderFacts | null {
  return orderFacts.safeParse(customInputs.shop).data ?? null;
}

const sendingFacts = z.object({ carrier: z.string().nullable(), tracking: z.string() });

/** How the shop sent the order, where it has said by which number that is followed. */
export function shopSendingOf({ customInputs }: Pick<Order, 'customInputs'>): z.output<typeof sendingFacts> | null {
  return sendingFacts.safeParse(customInputs.shop).data ?? null;
}

const clientFacts = z.object({
  updatedAt: z.string().nullable(),
  guest: z.boolean(),
  /** The values of the shop by field, as they were imported last. */
  imported: z.record(z.string(), z.unknown()),
});

export type KeptClientFacts = z.output<typeof clientFacts>;

/** What was imported last of the client; null: nothing. */
export function keptClientFacts({ customInputs }: Pick<Client, 'customInputs'>): KeptClientFacts | null {
  return clientFacts.safeParse(customInputs.shop).data ?? null;
}

/** The free fields with what the shop says now; those of others stay. */
export function withShopFacts(before: Custom, shopId: string, shop: Custom, deleted: boolean): Custom {
  const { deleted_from_shop: _flag, ...rest } = before;
  return { ...rest, shop_id: shopId, shop, ...(deleted ? { deleted_from_shop: true } : {}) };
}

/** True when the shop has said something newer already: what was read before that and comes later is out of date. */
export function isOutdated(kept: { readonly updatedAt: string | null } | null, updatedAt: Date | null): boolean {
  if (kept === null || kept.updatedAt === null || updatedAt === null) return false;
  return updatedAt.getTime() < Date.parse(kept.updatedAt);
}
