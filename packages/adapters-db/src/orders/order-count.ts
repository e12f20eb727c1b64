import type { Scope } from '@comptoir/core/kit/scope.js';
import { wantedWords } from '@comptoir/core/kit/search-words.js';
import type { OrderConditions } from '@comptoir/core/orders/order-filter.js';
import { type RawBuilder, sql } from 'kysely';
import { hasWantedWords } from '../kit/search-words.js';
import { isMeant, isOfKind } from './order-conditions.js';

/**
 * How many orders are meant, exactly, as an expression: what is kept of whole months (`order-tallies.ts`), and the orders of all other time
 * counted. The statement that it stands in looks at both in one moment, so that no order is counted twice or left out.
 */
export function countOf(scope: Scope, conditions: OrderConditions): RawBuilder<number> {
  if (isSearchAlone(conditions)) return countOfFound(scope, conditions.search);
  const { placedFrom, placedTo, ...kind } = conditions;
  const first = placedFrom === undefined ? null : monthAfter(placedFrom);
  const end = placedTo === undefined ? null : monthOf(placedTo);
  if (!isKept(kind) || (first !== null && first >= (end ?? MONTHS_END))) return counted(isMeant(scope, conditions));

  const { tenantId, siteId } = scope;
  const from = first === null ? sql`'-infinity'::date` : dayOf(first);
  const until = end === null ? sql`'infinity'::date` : dayOf(end);
  const keptUntil = sql`(
    select greatest(${from}, least(${until}, coalesce(max(kept.until), '-infinity')))
    from order_tally_marks as kept
    where kept.tenant_id = ${tenantId}::uuid and kept.site_id = ${siteId}::uuid)`;
  const parts: RawBuilder<unknown>[] = [
    sql`(select coalesce(sum(orders), 0) from order_tallies
      where tenant_id = ${tenantId}::uuid and site_id = ${siteId}::uuid and month >= ${from} and month < ${keptUntil} and ${isOfKind(kind)})`,
    counted(sql`${isMeant(scope, kind)} and placed_month >= ${keptUntil} and placed_month < ${until}`),
  ];
  // The ends of the time that are no whole months.
  if (first !== null && startOf(first) > (placedFrom ?? 0))
    parts.push(counted(isMeant(scope, { ...conditions, placedTo: startOf(first) })));
  if (end !== null && startOf(end) < (placedTo ?? 0)) parts.push(counted(isMeant(scope, { ...conditions, placedFrom: startOf(end) })));
  return sql<number>`(${sql.join(parts, sql` + `)})`;
}

function counted(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*) from orders where ${condition})`;
}

/** What a search finds is counted in rows that are narrower than orders. */
function countOfFound({ tenantId, siteId }: Scope, search: string | undefined): RawBuilder<number> {
  // As the index has it.
  const words = sql`string_to_array(words, ' ')`;
  return sql<number>`(
    select count(*) from order_words
    where tenant_id = ${tenantId}::uuid and site_id = ${siteId}::uuid and ${hasWantedWords(words, search)})`;
}

/** True when orders are looked for by words, and by nothing else. */
export function isSearchAlone({ search, ...rest }: OrderConditions): boolean {
  return wantedWords(search).length > 0 && Object.values(rest).every((condition) => condition === undefined);
}

/** True when nothing but what is kept tells which orders of a month are meant; open orders are few, in an index of their own. */
function isKept({ search, clientId, assignedTo, unsealed }: OrderConditions): boolean {
  return wantedWords(search).length === 0 && clientId === undefined && assignedTo === undefined && unsealed !== true;
}

/** Months of UTC are numbers: how many there were before it since the year 0. */
const MONTHS_END = 12 * 10_000;

function monthOf(at: Date): number {
  return at.getUTCFullYear() * 12 + at.getUTCMonth();
}

/** The first month that does not begin before. */
function monthAfter(at: Date): number {
  const month = monthOf(at);
  return startOf(month) < at ? month + 1 : month;
}

function startOf(month: number): Date {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12, 1));
}

function dayOf(month: number): RawBuilder<unknown> {
  return sql`make_date(${Math.floor(month / 12)}::int, ${(month % 12) + 1}::int, 1)`;
}
