/**
 * The types of the platform's procedures, for the official `@trpc/client` 11 with superjson (docs/rpc.md). Types only: importing
 * them brings no code. Written by "npm run generate" from the contracts; changes made here are lost.
 */

import type { Mutation, Query, RouterOf } from './trpc-types.js';

/** What `createTRPCClient` takes: `createTRPCClient<AppRouter>({ links: [httpBatchLink({ url, transformer: superjson })] })`. */
export interface AppRouter extends RouterOf<Routers, ErrorCode> {}

/** Why a call is refused: `error.data.error`. */
export type ErrorCode =
  | 'invalid_request'
  | 'invalid_json'
  | 'unsupported_media_type'
  | 'payload_too_large'
  | 'not_found'
  | 'too_many_calls'
  | 'mixed_calls'
  | 'method_not_allowed'
  | 'cross_origin'
  | 'rate_limited'
  | 'unauthorized'
  | 'forbidden'
  | 'missing_key'
  | 'invalid_key'
  | 'invalid_login'
  | 'weak_password'
  | 'invalid_token'
  | 'invalid_invite'
  | 'invite_used'
  | 'invite_expired'
  | 'last_owner'
  | 'tenant_suspended'
  | 'key_ended'
  | 'not_configured'
  | 'oidc_not_configured'
  | 'provider_unreachable'
  | 'idempotency_key_reused'
  | 'idempotency_in_flight'
  | 'unknown_record'
  | 'duplicate'
  | 'in_use'
  | 'stale'
  | 'unknown_shop'
  | 'ordering_off'
  | 'closed'
  | 'slot_full'
  | 'sold_out'
  | 'empty_order'
  | 'invalid_options'
  | 'invalid_slot'
  | 'below_minimum'
  | 'unknown_order'
  | 'invalid_transition'
  | 'till_unreachable'
  | 'store_unavailable'
  | 'too_many_streams'
  | 'internal';

export interface Routers {
  categories: CategoriesRouter;
  orders: OrdersRouter;
}

export interface Category {
  id: string;
  name: string;
  position: number;
}

export interface Order {
  id: string;
  number: string;
  channel: 'takeaway';
  serviceDay: string;
  status: 'queued' | 'accepted' | 'ready' | 'collected' | 'rejected' | 'cancelled';
  placedAt: Date;
  pickupAt: Date;
  customer: { name: string; phone: string | null; email: string | null };
  note: string | null;
  lines: {
    itemId: string;
    name: string;
    variant: { id: string; name: string } | null;
    options: { id: string; name: string; priceCents: number }[];
    quantity: number;
    unitPriceCents: number;
    totalCents: number;
    taxBasisPoints: number;
    note: string | null;
  }[];
  totalCents: number;
  currency: string;
  version: number;
}

export interface OrdersAcceptInput {
  id: string;
  reason?: string | undefined;
}

export type CategoriesRouter = {
  /** One page of the categories. */
  list: Query<
    { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined },
    { items: Category[]; total: number; page: number; pageSize: number }
  >;

  /** One category. */
  get: Query<{ id: string }, Category>;

  /** Creates a category. */
  create: Mutation<{ name: string; position?: number | undefined }, Category>;

  /** Changes the fields of a category that are sent; null clears. */
  update: Mutation<{ id: string; name?: string | undefined; position?: number | undefined }, Category>;

  /** Deletes a category. */
  delete: Mutation<{ id: string }, { id: string }>;
};

export type OrdersRouter = {
  /** One page of the orders of the establishment, newest first. */
  list: Query<
    {
      page?: number | undefined;
      pageSize?: number | undefined;
      search?: string | undefined;
      status?: 'queued' | 'accepted' | 'ready' | 'collected' | 'rejected' | 'cancelled' | undefined;
    },
    { items: Order[]; total: number; page: number; pageSize: number }
  >;

  /** One order. */
  get: Query<{ id: string }, Order>;

  /** Accepts a queued order. */
  accept: Mutation<OrdersAcceptInput, Order>;

  /** Rejects a queued order. */
  reject: Mutation<OrdersAcceptInput, Order>;

  /** Marks an accepted order ready for pickup. */
  ready: Mutation<OrdersAcceptInput, Order>;

  /** Marks a ready order as collected. */
  collect: Mutation<OrdersAcceptInput, Order>;

  /** Cancels an order that has not been collected. */
  cancel: Mutation<OrdersAcceptInput, Order>;
};
