import type { Client } from '../../clients/client.js';
import type { ShopCustomer } from '../shop-records.js';
import { keptClientFacts } from './shop-facts.js';

/**
 * Which client a customer of the shop is. A client has one owner in the shop, whose words count; other customers with its address share it and
 * change nothing. An account owns before a guest does, and among guests the one that came first, so that it never depends on who was imported
 * first. Orders follow the links of their customers, whoever owns the client.
 */
export type CustomerMatch =
  | { readonly kind: 'new' }
  | { readonly kind: 'owner'; readonly client: Client }
  | { readonly kind: 'shares'; readonly client: Client }
  /** Made anonymous: stays so. */
  | { readonly kind: 'forgotten'; readonly client: Client };

/** Clients as they are at this point of the plan. */
export interface ClientBook {
  /** Of the customer's link, where there is one. */
  linked(externalId: string): Client | undefined;
  /** True when people here have merged the client of the link into that one. */
  isMerged(externalId: string): boolean;
  byExternalId(externalId: string): Client | undefined;
  byEmail(email: string): Client | undefined;
}

export function matchOf(customer: ShopCustomer, book: ClientBook): CustomerMatch {
  const linked = book.linked(customer.externalId);
  if (linked?.anonymizedAt != null) return { kind: 'forgotten', client: linked };
  if (linked !== undefined && (book.isMerged(customer.externalId) || owns(customer, linked) || sharesAddress(customer, linked)))
    return ownedOrShared(customer, linked);
  const named = book.byExternalId(customer.externalId);
  if (named !== undefined) return { kind: 'owner', client: named };
  const addressed = customer.email === null ? undefined : book.byEmail(customer.email);
  if (addressed === undefined) return { kind: 'new' };
  if (addressed.externalId === null || outranks(customer, addressed)) return { kind: 'owner', client: addressed };
  return customer.guest ? { kind: 'shares', client: addressed } : { kind: 'new' };
}

/** Accounts before guests, and those by their ids: the order in which owners are found. */
export function byRank(left: ShopCustomer, right: ShopCustomer): number {
  return Number(left.guest) - Number(right.guest) || byShopId(left.externalId, right.externalId);
}

function ownedOrShared(customer: ShopCustomer, client: Client): CustomerMatch {
  return { kind: owns(customer, client) || outranks(customer, client) ? 'owner' : 'shares', client };
}

/** A client that was merged here into one of nobody in the shop has no owner left. */
function owns({ externalId }: ShopCustomer, client: Client): boolean {
  return client.externalId === externalId || client.externalId === null;
}

function sharesAddress({ email }: ShopCustomer, client: Client): boolean {
  return email !== null && (client.email === email || keptClientFacts(client)?.imported.email === email);
}

/** True when the client's owner gives way: a guest to an account or to an earlier guest, and who is deleted to who is not. */
function outranks(customer: ShopCustomer, client: Client): boolean {
  const facts = keptClientFacts(client);
  if (facts === null) return false;
  if (client.customInputs.deleted_from_shop === true) return !customer.deleted;
  if (!facts.guest || customer.deleted) return false;
  return !customer.guest || byShopId(customer.externalId, client.externalId ?? '') < 0;
}

/** Shops count their records, so a shorter id is an earlier one. */
function byShopId(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
}
