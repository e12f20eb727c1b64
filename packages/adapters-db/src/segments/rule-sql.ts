import type { Scope } from '@comptoir/core/kit/scope.js';
import { NO_TURNOVER } from '@comptoir/core/orders/order-figures.js';
import type { Condition, Rule } from '@comptoir/core/segments/rule.js';
import { type RawBuilder, sql } from 'kysely';
import { isOfSite } from '../campaigns/reachable.js';

/**
 * The rule as a condition on the table `clients`: what `evaluate-rule.ts` says of one client, asked of all. Every value is a parameter.
 * Null: every client that is neither merged nor anonymous.
 */
export function clientsFor(scope: Scope, rule: Rule | null): RawBuilder<boolean> {
  const { tenantId, siteId } = scope;
  const listed = sql`clients.tenant_id = ${tenantId} and clients.site_id = ${siteId}
    and clients.merged_into is null and clients.anonymized_at is null`;
  return sql<boolean>`${listed} and ${rule === null ? sql`true` : ruleSql(scope, rule)}`;
}

function ruleSql(scope: Scope, { match, rules }: Rule): RawBuilder<boolean> {
  const members = rules.map((member) => sql`(${'match' in member ? ruleSql(scope, member) : conditionSql(scope, member)})`);
  if (match === 'all') return sql<boolean>`(${sql.join(members, sql` and `)})`;
  const any = sql.join(members, sql` or `);
  return match === 'any' ? sql<boolean>`(${any})` : sql<boolean>`not (${any})`;
}

/** Never null, so that `not` means what it says. */
function conditionSql(scope: Scope, condition: Condition): RawBuilder<unknown> {
  switch (condition.field) {
    case 'consent':
      return sql`coalesce((clients.email_consent ->> 'granted')::boolean, false) = ${condition.is}::boolean`;
    case 'subscriber':
      return sql`exists (select from newsletter_subscribers n where ${isOfSite(scope, 'n')} and n.email = clients.email
        and n.state = 'confirmed') = ${condition.is}::boolean`;
    case 'kind':
      return sql`clients.kind = ${condition.is}`;
    case 'tag':
      return sql`clients.tags && ${condition.any}::text[]`;
    case 'language':
      return sql`coalesce(clients.language = any(${condition.any}::text[]), false)`;
    case 'city':
      return hasAddress(sql`lower(address ->> 'city') in (select lower(wanted) from unnest(${condition.any}::text[]) as wanted)`);
    case 'country':
      return hasAddress(sql`address ->> 'country' = any(${condition.any}::text[])`);
    case 'created':
      return isWithin(sql`clients.created_at`, condition);
    case 'orders':
      return isBetween(ofOrders(scope, sql`count(*)`), condition.min ?? 0, condition.max);
    case 'spent':
      return isBetween(ofOrders(scope, sql`coalesce(sum(o.total_cents), 0)`), condition.minCents ?? 0, condition.maxCents);
    case 'lastOrder':
      return ofOrders(scope, sql`count(*) > 0 and ${isWithin(sql`max(o.placed_at)`, condition)}`);
    case 'openInvoice':
      return sql`${owesInvoice(scope, sql`i.status in ('issued', 'partially_paid', 'overdue')`)} = ${condition.is}::boolean`;
    case 'overdueInvoice':
      return sql`${owesInvoice(scope, sql`i.status = 'overdue'`)} = ${condition.is}::boolean`;
    case 'bought':
      return hasLine(scope, sql`l.item_id = any(${condition.itemIds}::text[])`);
    case 'boughtCategory':
      return hasLine(
        scope,
        sql`exists (select from items i where ${ofSite(scope, 'i')} and i.id = l.item_id and i.category_id = any(${condition.categoryIds}::text[]))`,
      );
  }
}

function ofSite({ tenantId, siteId }: Scope, alias: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.tenant_id`)} = ${tenantId} and ${sql.ref(`${alias}.site_id`)} = ${siteId}`;
}

function hasAddress(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from jsonb_array_elements(clients.addresses) as address where ${condition})`;
}

function isWithin(
  value: RawBuilder<unknown>,
  { from, before }: { readonly from?: Date | undefined; readonly before?: Date | undefined },
): RawBuilder<unknown> {
  const parts = [...(from === undefined ? [] : [sql`${value} >= ${from}`]), ...(before === undefined ? [] : [sql`${value} < ${before}`])];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

/** The client's orders that count. */
function counted(scope: Scope): RawBuilder<unknown> {
  return sql`o.client_id = clients.id and ${isOfSite(scope, 'o')} and o.status not in (${sql.join(NO_TURNOVER)})`;
}

/**
 * Of the orders of each client, by the index on clients: a look for every client, however many orders others have and whatever the
 * planner knows of them. Joined, it is faster where statistics are good, and takes minutes where there are none yet.
 */
function ofOrders(scope: Scope, total: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${total} from orders o where ${counted(scope)})`;
}

function isBetween(value: RawBuilder<unknown>, min: number, max: number | undefined): RawBuilder<unknown> {
  return max === undefined ? sql`${value} >= ${min}` : sql`${value} between ${min} and ${max}`;
}

/** Made out to the client, or to whoever was merged into it. */
function owesInvoice(scope: Scope, state: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from invoices i
    where i.client_id = any(array(select clients.id union all select merged.id from clients as merged where merged.merged_into = clients.id))
      and ${isOfSite(scope, 'i')} and i.kind = 'invoice' and ${state} and i.gross_cents > i.paid_cents + i.credited_cents)`;
}

function hasLine(scope: Scope, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return ofOrders(
    scope,
    sql`coalesce(bool_or(exists (
      select from order_lines l where l.tenant_id = o.tenant_id and l.order_id = o.id and ${condition})), false)`,
  );
}
