import type { TemplateVariant } from '../email-templates/email-template.js';
import { DomainError } from '../kit/errors.js';

/** A mail of an establishment to many of those who agreed to it. STATES.md draws its life, and that of each recipient. */

export const CAMPAIGN_STATUSES = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled', 'failed'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** Why a campaign failed. `no_recipients`: nobody was left when it was due. `mail_server`: none took its mails for half a day. */
export const CAMPAIGN_FAILURES = ['no_recipients', 'mail_server', 'not_configured'] as const;
export type CampaignFailure = (typeof CAMPAIGN_FAILURES)[number];

export interface Campaign {
  readonly id: string;
  readonly name: string;
  /** Instead of the template's subject; null: the template's. */
  readonly subject: string | null;
  readonly templateId: string;
  /** Null: everybody who agreed, clients and subscribers of the newsletter. */
  readonly segmentId: string | null;
  /** Ids of campaign tags. */
  readonly tags: readonly string[];
  /** What stands in front of the sender's address; null: the name of the establishment. */
  readonly senderName: string | null;
  /** Null: the organisation's setting `mail.replyTo`, if any. */
  readonly replyTo: string | null;
  readonly status: CampaignStatus;
  readonly scheduledAt: Date | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly failure: CampaignFailure | null;
  /** Counts the times it was set going: work that was begun under another number is over. */
  readonly run: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Counts the changes, from 1. */
  readonly version: number;
}

/** What a campaign says: a copy made when it starts, whatever becomes of its template. */
export type CampaignContent = readonly TemplateVariant[];

/** The steps of a campaign, and the states each may be taken from. */
export const CAMPAIGN_STEPS = {
  schedule: { from: ['draft', 'scheduled'], to: 'scheduled' },
  unschedule: { from: ['scheduled'], to: 'draft' },
  start: { from: ['draft', 'scheduled'], to: 'sending' },
  pause: { from: ['sending'], to: 'paused' },
  resume: { from: ['paused'], to: 'sending' },
  finish: { from: ['sending'], to: 'sent' },
  cancel: { from: ['scheduled', 'sending', 'paused'], to: 'cancelled' },
  fail: { from: ['scheduled', 'sending'], to: 'failed' },
} as const satisfies Record<string, { from: readonly CampaignStatus[]; to: CampaignStatus }>;

export type CampaignStep = keyof typeof CAMPAIGN_STEPS;

/** The campaign after the step; throws `invalid_transition`, naming the state it is in. */
export function takeCampaignStep(campaign: Campaign, step: CampaignStep, now: Date): Campaign {
  const { from, to } = CAMPAIGN_STEPS[step];
  if (!from.some((status) => status === campaign.status)) {
    throw new DomainError('invalid_transition', {
      message: `A campaign that is ${campaign.status} cannot take the step "${step}".`,
      facts: { status: campaign.status, step },
    });
  }
  const finishedAt = isOver(to) ? now : null;
  // Sending begins or ends: whatever was under way under the old number must notice.
  return { ...campaign, status: to, finishedAt, run: campaign.run + 1, updatedAt: now, version: campaign.version + 1 };
}

/** Nothing more happens to it. */
export function isOver(status: CampaignStatus): boolean {
  return !Object.values(CAMPAIGN_STEPS).some(({ from }) => from.some((state) => state === status));
}

/** What it says and to whom can still be changed. */
export function requireEditable({ status }: Campaign): void {
  if (status === 'draft' || status === 'scheduled') return;
  throw new DomainError('invalid_transition', {
    message: `A campaign that is ${status} cannot be changed.`,
    facts: { status, step: 'update' },
  });
}
