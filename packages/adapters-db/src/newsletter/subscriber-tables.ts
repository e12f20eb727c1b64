import type { SubscriberState } from '@comptoir/core/newsletter/subscriber.js';

export interface SubscriberTable {
  tenant_id: string;
  site_id: string;
  id: string;
  email: string;
  language: string | null;
  state: SubscriberState;
  source: string;
  created_at: Date;
  confirmed_at: Date | null;
  ended_at: Date | null;
}

export interface MailSuppressionTable {
  tenant_id: string;
  site_id: string;
  /** The SHA-256 of the address. */
  address_hash: Uint8Array;
  at: Date;
}
