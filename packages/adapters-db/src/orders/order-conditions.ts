import type { Scope } from '@comptoir/core/kit/scope.js';
import type { OrderStatus } from '@comptoir/core/orders/order.js';
import { type OrderConditions, type OrderSort, statusesOf } from '@comptoir/core/orders/order-filter.js';
import { type RawBuilder, sql } from 'kysely';
import { hasWantedWords } from '../kit/search-words.js';
import { uuidOf } from '../kit/uuids.js';

/** True for the orders of the establishment that are meant. */
export function isMeant({ tenantId, siteId }: Scope, conditions: OrderConditions): RawBuilder<boolean> {
  const { clientId, placedFrom, placedTo, search } = conditions;
  const parts: RawBuilder<unknown>[] = [sql`orders.tenant_id = ${tenantId} and orders.site_id = ${siteId}`, isOfKind(conditions)];
  if (clientId !== undefined) parts.push(sql`client_id = ${uuidOf(clientId)}`);
  if (placedFrom !== undefined) parts.push(sql`placed_at >= ${placedFrom}`);
  if (placedTo !== undefined) parts.push(sql`placed_at < ${placedTo}`);
  if (search !== undefined) parts.push(hasWantedWords(sql.ref('search_words'), search));
  return sql<boolean>`${sql.join([...parts, ...assignedPart(conditions)], sql` and `)}`;
}

/** What is asked of the state, channel, payment and priority, which tallies of orders have as orders do. */
export function isOfKind(conditions: OrderConditions): RawBuilder<boolean> {
  const { channel, priority, paymentState } = conditions;
  const parts = stateParts(conditions);
  if (channel !== undefined) parts.push(sql`channel = ${channel}`);
  if (priority !== undefined) parts.push(sql`priority = ${priority}`);
  if (paymentState !== undefined) parts.push(sql`payment_state = ${paymentState}`);
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function stateParts(conditions: OrderConditions): RawBuilder<unknown>[] {
  const { among, not } = statusesOf(conditions);
  const parts = not.length === 0 ? [] : [sql`(channel = 'ticketing' or not ${isAmong(not)})`];
  if (conditions.unsealed === true) parts.push(sql`channel <> 'ticketing'`);
  if (among !== null) parts.push(isAmong(among));
  return parts;
}

/** Several states stand in the statement itself: a list of parameters is put together anew for each row that is looked at. */
function isAmong(statuses: readonly OrderStatus[]): RawBuilder<unknown> {
  const [one, ...others] = [...new Set(statuses)].sort();
  if (one === undefined) return sql`false`;
  return others.length === 0 ? sql`status = ${one}` : sql`status in (${sql.join([one, ...others].map((status) => sql.lit(status)))})`;
}

function assignedPart({ assignedTo }: OrderConditions): RawBuilder<unknown>[] {
  if (assignedTo === undefined) return [];
  return [assignedTo === null ? sql`assigned_to is null` : sql`assigned_to = ${uuidOf(assignedTo)}`];
}

export const ORDER_BY: Readonly<Record<OrderSort, RawBuilder<unknown>>> = {
  placedAt: sql`placed_at, orders.id`,
  '-placedAt': sql`placed_at desc, orders.id desc`,
  totalCents: sql`total_cents, orders.id`,
  '-totalCents': sql`total_cents desc, orders.id desc`,
};
