import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';

/** True where the client has agreed to mails, and is still somebody; never null. */
export function agreed(client: string): RawBuilder<boolean> {
  return sql<boolean>`(coalesce((${sql.ref(`${client}.email_consent`)} ->> 'granted')::boolean, false)
    and ${sql.ref(`${client}.anonymized_at`)} is null)`;
}

/** True where nothing is sent to the address any more: it bounced. */
export function isSuppressed(scope: Scope, address: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from mail_suppressions s where ${isOfSite(scope, 's')} and s.address_hash = ${addressHash(address)})`;
}

/** What is kept of an address that bounced. */
export function addressHash(address: RawBuilder<unknown>): RawBuilder<Uint8Array> {
  return sql<Uint8Array>`sha256(convert_to(${address}, 'UTF8'))`;
}

/**
 * The row is of the establishment. As texts, so that no index on the establishment serves, but only one on what else is asked for (an
 * address, a client): of a table that has just been filled, the planner believes that an establishment has one row, and would read all
 * of them every time.
 */
export function isOfSite({ tenantId, siteId }: Scope, alias: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${alias}.tenant_id`)}::text = ${tenantId} and ${sql.ref(`${alias}.site_id`)}::text = ${siteId}`;
}
