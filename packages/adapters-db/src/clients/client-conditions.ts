import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import { jsonText } from '../kit/json.js';

export function ofSite({ tenantId, siteId }: Scope): RawBuilder<boolean> {
  return sql`tenant_id = ${tenantId} and site_id = ${siteId}`;
}

/** As the indexes of the lists say it. */
export const isListed = sql<boolean>`merged_into is null and anonymized_at is null`;

/** One parameter, however many texts there are; an array, so that they are looked up in the index. */
export function texts(values: readonly string[]): RawBuilder<unknown> {
  return sql`array(select jsonb_array_elements_text(${jsonText(values)}::jsonb))`;
}
