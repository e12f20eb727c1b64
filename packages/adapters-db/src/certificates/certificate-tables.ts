import type { Json } from '../kit/json.js';

/** A certificate and the lease of its issuance, in one row. */
export interface CertificateTable {
  domain: string;
  staging: boolean;
  app_id: string;
  names: Json<readonly string[]>;
  email: string | null;
  webroot: string | null;
  copies: Json<readonly string[]>;
  issued_names: Json<readonly string[] | null>;
  serial: string | null;
  not_before: Date | null;
  not_after: Date | null;
  renewal_id: string | null;
  fence: number;
  lease_holder: string | null;
  lease_until: Date | null;
  failure_fence: number | null;
  failure_names: Json<readonly string[] | null>;
  failure_type: string | null;
  failure_detail: string | null;
  failure_count: number | null;
  failed_at: Date | null;
  retry_at: Date | null;
  look_at: Date | null;
}

export interface AcmeOrderTable {
  id: string;
  account: string;
  domain: string;
  name_set: string;
  registered_domains: Json<readonly string[]>;
  at: Date;
  outcome: 'open' | 'issued' | 'failed';
}

export interface AcmeChallengeTable {
  token: string;
  key_authorization: string;
  expires_at: Date;
}
