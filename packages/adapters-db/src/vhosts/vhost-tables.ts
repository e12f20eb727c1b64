import type { SiteTarget } from '@comptoir/core/vhosts/vhost.js';
import type { Json } from '../kit/json.js';

export interface VhostTable {
  domain: string;
  app_id: string;
  target: Json<SiteTarget>;
  cert_path: string;
  key_path: string;
  automatic: boolean;
  quarantine: string | null;
  updated_at: Date;
}

/** The domain is at position 0, its aliases follow. */
export interface VhostHostTable {
  host: string;
  domain: string;
  position: number;
}

export interface VhostLeaseTable {
  id: number;
  holder: string;
  lease_until: Date;
}
