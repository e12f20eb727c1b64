import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import { jsonText } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';

export function ofSite({ tenantId, siteId }: Scope): RawBuilder<boolean> {
  return sql`tenant_id = ${tenantId} and site_id = ${siteId}`;
}

/** As the indexes of the lists say it. */
export const isListed = sql<boolean>`merged_into is null and anonymized_at is null`;

/** One parameter, however many texts there are; an array, so that they are looked up in the index. */
export function texts(values: readonly string[]): RawBuilder<unknown> {
  return sql`array(select jsonb_array_elements_text(${jsonText(values)}::jsonb))`;
}

/**
 * The rows of these clients, `client`, by id. Each is looked up by its key: joined to a table that was filled a moment ago, all of it would be read.
 * `lock`: for no key update, and in that order, so that nobody waits in a circle.
 */
export function clientsById({ tenantId, siteId }: Scope, ids: readonly string[], lock = false): RawBuilder<unknown> {
  return sql`
    (select distinct id::uuid as id from jsonb_array_elements_text(${jsonText(ids.map(uuidOf))}::jsonb) as id order by id) as wanted
    cross join lateral (
      select * from clients where tenant_id = ${tenantId}::uuid and site_id = ${siteId}::uuid and clients.id = wanted.id
      offset 0 ${lock ? sql`for no key update` : sql``}
    ) as client`;
}
