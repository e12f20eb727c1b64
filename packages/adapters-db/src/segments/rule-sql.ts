import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Condition, Rule } from '@comptoir/core/segments/rule.js';
import { type RawBuilder, sql } from 'kysely';
import { foundByAddress } from '../campaigns/reachable.js';

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
      return sql`exists (select from newsletter_subscribers n where ${foundByAddress(scope, 'n')} and n.email = clients.email
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
      return totalIs(scope, sql`count(*)`, condition.min ?? 0, condition.max);
    case 'spent':
      return totalIs(scope, sql`sum(o.total_cents)`, condition.minCents ?? 0, condition.maxCents);
    case 'lastOrder':
      return hasTotals(scope, isWithin(sql`max(o.placed_at)`, condition));
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

/** Orders that count. */
function counted(scope: Scope): RawBuilder<unknown> {
  return sql`${ofSite(scope, 'o')} and o.client_id is not null and o.status not in ('draft', 'rejected', 'cancelled')`;
}

/** One look at all orders instead of one for each client: a derived table can be joined. */
function hasTotals(scope: Scope, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from (select o.client_id from orders o where ${counted(scope)} group by o.client_id having ${condition}) as buyer
    where buyer.client_id = clients.id)`;
}

/** Who has no orders has a total of 0. */
function totalIs(scope: Scope, total: RawBuilder<unknown>, min: number, max: number | undefined): RawBuilder<unknown> {
  const isBetween = max === undefined ? sql`${total} >= ${min}` : sql`${total} between ${min} and ${max}`;
  return min > 0 ? hasTotals(scope, isBetween) : sql`not ${hasTotals(scope, sql`not (${isBetween})`)}`;
}

function hasLine(scope: Scope, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
    where ${counted(scope)} and o.client_id = clients.id and ${condition})`;
}
