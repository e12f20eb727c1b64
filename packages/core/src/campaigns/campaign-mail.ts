import { clientName } from '../clients/client.js';
import { variantFor } from '../email-templates/email-template.js';
import { renderTemplate } from '../email-templates/render-template.js';
import { siteValues } from '../email-templates/sample-values.js';
import type { VariableValues } from '../email-templates/template-variables.js';
import type { Crypto } from '../kit/crypto.js';
import type { Mail } from '../kit/mail.js';
import type { Site } from '../sites/site.js';
import type { Campaign, CampaignContent } from './campaign.js';
import type { ClaimedRecipient } from './recipient.js';

/** What all mails of a campaign share. */
export interface CampaignLetter {
  readonly campaign: Campaign;
  readonly content: CampaignContent;
  readonly site: Site;
  readonly siteUrl: string;
  /** Where answers go by the settings of the organisation. */
  readonly replyTo: string | null;
  /** Where a reader unsubscribes. */
  unsubscribeUrl(address: string): string;
}

/** The mail for one reader, or null where the campaign says nothing. One click of the mail program unsubscribes (RFC 8058). */
export function campaignMail(letter: CampaignLetter, recipient: ClaimedRecipient, crypto: Pick<Crypto, 'sha256'>): Mail | null {
  const { campaign, content, site } = letter;
  const variant = variantFor(content, recipient.language ?? site.languages[0] ?? null);
  if (variant === undefined) return null;
  const unsubscribeUrl = letter.unsubscribeUrl(recipient.address);
  const replyTo = campaign.replyTo ?? letter.replyTo;
  return {
    to: recipient.address,
    ...renderTemplate(variant, valuesFor(letter, recipient, unsubscribeUrl)),
    senderName: campaign.senderName ?? site.name,
    ...(replyTo === null ? {} : { replyTo }),
    id: crypto.sha256(`${campaign.id} ${recipient.address}`).slice(0, 40),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
    },
  };
}

function valuesFor({ site, siteUrl }: CampaignLetter, { address, client }: ClaimedRecipient, unsubscribeUrl: string): VariableValues {
  return {
    'client.firstName': client?.firstName ?? null,
    'client.lastName': client?.lastName ?? null,
    'client.name': client === null ? null : clientName({ ...client, email: null }).replace(/^–$/, ''),
    'client.company': client?.company ?? null,
    'client.email': address,
    ...siteValues(site, siteUrl),
    unsubscribeUrl,
  };
}
