import type { CampaignContent, CampaignFailure, CampaignStatus } from '@comptoir/core/campaigns/campaign.js';
import type { RecipientReason, RecipientState } from '@comptoir/core/campaigns/recipient.js';
import type { Json } from '../kit/json.js';

export interface CampaignTable {
  tenant_id: string;
  site_id: string;
  id: string;
  name: string;
  subject: string | null;
  template_id: string;
  segment_id: string | null;
  tags: readonly string[];
  sender_name: string | null;
  reply_to: string | null;
  status: CampaignStatus;
  scheduled_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  failure: CampaignFailure | null;
  run: number;
  content: Json<CampaignContent>;
  search_words: readonly string[];
  created_at: Date;
  updated_at: Date;
  version: number;
}

export interface CampaignRecipientTable {
  tenant_id: string;
  site_id: string;
  campaign_id: string;
  address: string;
  client_id: string | null;
  state: RecipientState;
  reason: RecipientReason | null;
  tries: number;
  token: string | null;
  claimed_at: Date | null;
  due_at: Date;
  queued_at: Date;
  changed_at: Date;
  unsubscribed_at: Date | null;
}
