import type { RememberedOutcome } from '@comptoir/core/kit/idempotency.js';
import type { Json } from './json.js';

export interface IdempotencyKeyTable {
  tenant_id: string;
  owner: string;
  route: string;
  key: string;
  fingerprint: string;
  outcome: Json<RememberedOutcome>;
  created_at: Date;
}

export interface RateLimitTable {
  tenant_id: string;
  site_id: string;
  bucket: string;
  hits: number[];
  updated_at: Date;
}
