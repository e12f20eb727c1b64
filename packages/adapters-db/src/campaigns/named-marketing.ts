import type { CampaignTag } from '@comptoir/core/campaigns/campaign-tag.js';
import type { EmailTemplate } from '@comptoir/core/email-templates/email-template.js';
import type { NamedRecords } from '../kit/kysely-named-records.js';

// Both hold nothing but texts and flags, and come out of JSON as they went in.
export const EMAIL_TEMPLATES: NamedRecords<EmailTemplate> = {
  table: 'email_templates',
  readDetails: (details) => details as Pick<EmailTemplate, 'allowsPictures' | 'variants'>,
};

export const CAMPAIGN_TAGS: NamedRecords<CampaignTag> = {
  table: 'campaign_tags',
  readDetails: (details) => details as Pick<CampaignTag, 'colour'>,
};
