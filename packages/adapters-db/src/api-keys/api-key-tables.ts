import type { KeyKind, KeyRight } from '@comptoir/core/api-keys/api-key.js';
import type { Json } from '../kit/json.js';

export interface ApiKeyTable {
  tenant_id: string;
  site_id: string;
  id: string;
  kind: KeyKind;
  name: string;
  hash: string;
  /** The key's `right`, which is a reserved word of SQL. */
  access: KeyRight | null;
  permissions: Json<readonly string[]>;
  rate_per_hour: number | null;
  networks: Json<readonly string[]>;
  origins: Json<readonly string[]>;
  expires_at: Date | null;
  created_at: Date;
  created_by: string;
  last_used_at: Date | null;
  revoked_at: Date | null;
  replaced_by: string | null;
}

export interface ApiKeyUseTable {
  tenant_id: string;
  key_id: string;
  /** `YYYY-MM-DD` */
  day: string;
  calls: number;
}
