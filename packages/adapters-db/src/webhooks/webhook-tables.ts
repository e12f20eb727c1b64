import type { ImportedEntity } from '@comptoir/core/shop-sync/shop-sync-service.js';
import type { WebhookAction } from '@comptoir/core/webhooks/shop-event.js';
import type { WebhookResult, WebhookState } from '@comptoir/core/webhooks/webhook-log.js';

export interface WebhookLogTable {
  tenant_id: string;
  site_id: string;
  id: string;
  session_id: string;
  entity: ImportedEntity;
  action: WebhookAction;
  external_id: string;
  state: WebhookState;
  received_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  attempts: number;
  due_at: Date;
  result: WebhookResult | null;
  reason: string | null;
  coalesced_into: string | null;
  coalesced: number;
  replay_of: string | null;
  /** Of the turn that processes it. */
  token: string | null;
}

export interface WebhookTurnTable {
  tenant_id: string;
  site_id: string;
  entity: ImportedEntity;
  number: number;
  at: Date;
  resting: boolean;
}

export interface WebhookPaceTable {
  tenant_id: string;
  site_id: string;
  level: number;
  at: Date;
  strikes: number;
  wait_until: Date | null;
}
