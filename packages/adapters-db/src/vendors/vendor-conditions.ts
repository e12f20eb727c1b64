import type { Scope } from '@comptoir/core/kit/scope.js';
import { type RawBuilder, sql } from 'kysely';
import { jsonText } from '../kit/json.js';
import { uuidOf } from '../kit/uuids.js';

export function ofSite({ tenantId, siteId }: Scope): RawBuilder<boolean> {
  return sql`tenant_id = ${tenantId} and site_id = ${siteId}`;
}

export function isAmong(ids: readonly string[]): RawBuilder<boolean> {
  return sql`id = any (${uuids(ids)})`;
}

/** One parameter, however many ids there are; an array, so that they are looked up in the index. */
export function uuids(ids: readonly string[]): RawBuilder<unknown> {
  return sql`array(select value::uuid from jsonb_array_elements_text(${jsonText(ids.map(uuidOf))}::jsonb))`;
}
