import type { Campaign } from '@comptoir/core/campaigns/campaign.js';
import type { Recipient } from '@comptoir/core/campaigns/recipient.js';
import { searchWordsOf } from '@comptoir/core/kit/search-words.js';
import type { Selectable } from 'kysely';
import { uuidOf } from '../kit/uuids.js';
import type { CampaignTable } from './campaign-tables.js';

/** Of a campaign, all but what it says: that is written once and read when it is sent. */
export const CAMPAIGN_COLUMNS = [
  'id',
  'name',
  'subject',
  'template_id',
  'segment_id',
  'tags',
  'sender_name',
  'reply_to',
  'status',
  'scheduled_at',
  'started_at',
  'finished_at',
  'failure',
  'run',
  'created_at',
  'updated_at',
  'version',
] as const satisfies readonly (keyof CampaignTable)[];

export type CampaignRow = Pick<Selectable<CampaignTable>, (typeof CAMPAIGN_COLUMNS)[number]>;

export function campaignOf(row: CampaignRow): Campaign {
  const { id, name, subject, tags, status, failure, run, version } = row;
  return {
    id,
    name,
    subject,
    tags,
    status,
    failure,
    run,
    version,
    templateId: row.template_id,
    segmentId: row.segment_id,
    senderName: row.sender_name,
    replyTo: row.reply_to,
    scheduledAt: row.scheduled_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function campaignRowOf(campaign: Campaign) {
  const { name, subject, tags, status, failure, run, version } = campaign;
  return {
    name,
    subject,
    tags: [...tags],
    status,
    failure,
    run,
    version,
    template_id: uuidOf(campaign.templateId),
    segment_id: campaign.segmentId === null ? null : uuidOf(campaign.segmentId),
    sender_name: campaign.senderName,
    reply_to: campaign.replyTo,
    scheduled_at: campaign.scheduledAt,
    started_at: campaign.startedAt,
    finished_at: campaign.finishedAt,
    search_words: searchWordsOf([name]),
    created_at: campaign.createdAt,
    updated_at: campaign.updatedAt,
  };
}

/** Of a recipient whose mail was settled long ago. */
export function recipientRowOf({ address, clientId, state, reason, queuedAt, changedAt, unsubscribedAt }: Recipient) {
  const client = { client_id: clientId === null ? null : uuidOf(clientId) };
  const times = { due_at: queuedAt, queued_at: queuedAt, changed_at: changedAt, unsubscribed_at: unsubscribedAt };
  return { address, state, reason, tries: 0, ...client, ...times };
}
