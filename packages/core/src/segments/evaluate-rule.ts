import type { Client } from '../clients/client.js';
import type { Invoice } from '../invoices/invoice.js';
import type { Condition, Rule } from './rule.js';

/** An order as rules see it. */
export interface CountedOrder {
  readonly placedAt: Date;
  readonly totalCents: number;
  readonly itemIds: readonly string[];
  /** The categories its items are in today. */
  readonly categoryIds: readonly string[];
}

/** What rules ask about. */
export interface ClientFacts {
  readonly client: Client;
  readonly isSubscriber: boolean;
  readonly orders: readonly CountedOrder[];
  /** Of invoices of which something is owed, made out to the client or to who was merged into it. */
  readonly openInvoices: readonly Pick<Invoice, 'status'>[];
}

/** True when the client belongs to it. The meaning of every rule: what a database answers is compared with this. */
export function holdsFor({ match, rules }: Rule, facts: ClientFacts): boolean {
  const holds = (member: Condition | Rule) => ('match' in member ? holdsFor(member, facts) : isMet(member, facts));
  if (match === 'all') return rules.every(holds);
  return match === 'any' ? rules.some(holds) : !rules.some(holds);
}

function isMet(condition: Condition, { client, isSubscriber, orders, openInvoices }: ClientFacts): boolean {
  const has = (...ids: readonly (readonly string[])[]) => ids.flat();
  switch (condition.field) {
    case 'consent':
      return (client.emailConsent?.granted ?? false) === condition.is;
    case 'subscriber':
      return isSubscriber === condition.is;
    case 'kind':
      return client.kind === condition.is;
    case 'tag':
      return client.tags.some((tag) => condition.any.includes(tag));
    case 'language':
      return client.language !== null && condition.any.includes(client.language);
    case 'city': {
      const wanted = condition.any.map((city) => city.toLowerCase());
      return client.addresses.some(({ city }) => wanted.includes(city.toLowerCase()));
    }
    case 'country':
      return client.addresses.some(({ country }) => condition.any.includes(country));
    case 'created':
      return isWithin(client.createdAt, condition);
    case 'orders':
      return isBetween(orders.length, condition.min, condition.max);
    case 'spent':
      return isBetween(
        orders.reduce((sum, { totalCents }) => sum + totalCents, 0),
        condition.minCents,
        condition.maxCents,
      );
    case 'lastOrder': {
      const last = orders.reduce((latest, { placedAt }) => Math.max(latest, placedAt.getTime()), Number.NEGATIVE_INFINITY);
      return orders.length > 0 && isWithin(new Date(last), condition);
    }
    case 'openInvoice':
      return openInvoices.length > 0 === condition.is;
    case 'overdueInvoice':
      return openInvoices.some(({ status }) => status === 'overdue') === condition.is;
    case 'bought':
      return has(...orders.map(({ itemIds }) => itemIds)).some((id) => condition.itemIds.includes(id));
    case 'boughtCategory':
      return has(...orders.map(({ categoryIds }) => categoryIds)).some((id) => condition.categoryIds.includes(id));
  }
}

function isWithin(at: Date, { from, before }: { readonly from?: Date | undefined; readonly before?: Date | undefined }): boolean {
  return (from === undefined || at >= from) && (before === undefined || at < before);
}

function isBetween(value: number, min = 0, max = Number.POSITIVE_INFINITY): boolean {
  return value >= min && value <= max;
}
