import type { ApiKey } from '@comptoir/core/api-keys/api-key.js';
import type { Selectable } from 'kysely';
import { json } from '../kit/json.js';
import type { ApiKeyTable } from './api-key-tables.js';

/** Everything of a key but whose it is, which never changes. */
export function columnsOf(key: ApiKey) {
  const { name, hash } = key;
  return {
    name,
    hash,
    access: key.right,
    permissions: json(key.permissions),
    rate_per_hour: key.ratePerHour,
    networks: json(key.networks),
    origins: json(key.origins),
    expires_at: key.expiresAt,
    created_at: key.createdAt,
    created_by: key.createdBy,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
    replaced_by: key.replacedBy,
  };
}

export function apiKeyOf(row: Selectable<ApiKeyTable>): ApiKey {
  const { id, kind, name, hash, permissions, networks, origins } = row;
  return {
    id,
    kind,
    name,
    hash,
    permissions,
    networks,
    origins,
    tenantId: row.tenant_id,
    siteId: row.site_id,
    right: row.access,
    ratePerHour: row.rate_per_hour,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    createdBy: row.created_by,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    replacedBy: row.replaced_by,
  };
}
