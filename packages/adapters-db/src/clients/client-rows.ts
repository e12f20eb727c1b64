import type { Client } from '@comptoir/core/clients/client.js';
import type { ClientFigures } from '@comptoir/core/clients/client-figures.js';
import { likenessOf } from '@comptoir/core/clients/client-likeness.js';
import { clientWords, sortName } from '@comptoir/core/clients/client-words.js';
import type { Scope } from '@comptoir/core/kit/scope.js';
import type { Selectable } from 'kysely';
import type { ClientTable } from './client-tables.js';

export type ClientRow = Selectable<ClientTable>;

/** A client as the row of its table; every column is there. */
export function clientRowOf({ tenantId, siteId }: Scope, client: Client) {
  const { id, kind, company, email, phone, language, registration, birthday, addresses, tags, version } = client;
  return {
    tenant_id: tenantId,
    site_id: siteId,
    id,
    kind,
    company,
    email,
    phone,
    language,
    registration,
    birthday,
    addresses,
    tags,
    version,
    first_name: client.firstName,
    last_name: client.lastName,
    vat_number: client.vatNumber,
    billing_address_id: client.billingAddressId,
    delivery_address_id: client.deliveryAddressId,
    email_consent: client.emailConsent,
    custom_inputs: client.customInputs,
    external_id: client.externalId,
    merged_into: client.mergedInto,
    anonymized_at: client.anonymizedAt,
    sort_name: sortName(client),
    search_words: clientWords(client),
    likeness: likenessOf(client),
    created_at: client.createdAt,
    updated_at: client.updatedAt,
  };
}

export function clientOf(row: ClientRow): Client {
  const { id, kind, company, email, phone, language, registration, birthday, addresses, tags, version } = row;
  return {
    id,
    kind,
    company,
    email,
    phone,
    language,
    registration,
    birthday,
    addresses,
    tags,
    version,
    firstName: row.first_name,
    lastName: row.last_name,
    vatNumber: row.vat_number,
    billingAddressId: row.billing_address_id,
    deliveryAddressId: row.delivery_address_id,
    emailConsent: row.email_consent === null ? null : { ...row.email_consent, at: new Date(row.email_consent.at) },
    customInputs: row.custom_inputs,
    externalId: row.external_id,
    mergedInto: row.merged_into,
    anonymizedAt: row.anonymized_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function figuresOf(row: Pick<ClientRow, 'orders_count' | 'spent_cents' | 'first_order_at' | 'last_order_at'>): ClientFigures {
  return { orders: row.orders_count, spentCents: row.spent_cents, firstOrderAt: row.first_order_at, lastOrderAt: row.last_order_at };
}
