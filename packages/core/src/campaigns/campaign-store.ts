import type { Page, PageInput } from '../kit/page.js';
import type { Scope } from '../kit/scope.js';
import type { Rule } from '../segments/rule.js';
import type { Campaign, CampaignContent, CampaignStatus } from './campaign.js';
import type { ClaimedRecipient, Recipient, RecipientSettlement, RecipientState } from './recipient.js';

/** How a batch is claimed. */
export interface ClaimWish {
  readonly token: string;
  readonly limit: number;
  /** Recipients of the establishment in any minute, over all its campaigns; null: any number. */
  readonly perMinute: number | null;
  /** Claims made before are nobody's any more. */
  readonly staleBefore: Date;
}

export interface Claim {
  /** As it is now, locked until the end of the transaction. */
  readonly campaign: Campaign;
  readonly recipients: readonly ClaimedRecipient[];
  /** When to ask again, where nobody was claimed; null: nobody is left. */
  readonly againAt: Date | null;
}

/** Writes of campaigns. */
export interface CampaignStore {
  /** Throws `unknown_record` when the template or the segment is not of the establishment. */
  create(scope: Scope, campaign: Campaign): Promise<Campaign>;
  /** As `create`, with what it said and what became of its recipients: a campaign of before. */
  createPast(scope: Scope, campaign: Campaign, content: CampaignContent, recipients: readonly Recipient[]): Promise<void>;
  /** Locks the campaign and stores what `decide` makes of it. Throws `unknown_record`, or what `decide` throws. */
  change(scope: Scope, id: string, decide: (campaign: Campaign) => Campaign): Promise<Campaign>;
  /** With its recipients. Throws `unknown_record`. */
  remove(scope: Scope, id: string): Promise<void>;
  /**
   * Keeps what it says, and whom to: everybody who agreed and can be reached, once per address; of clients only those the rule holds
   * for, and with a rule nobody else. Returns how many there are.
   */
  freeze(scope: Scope, id: string, content: CampaignContent, rule: Rule | null, now: Date): Promise<number>;
  /**
   * Claims recipients that are due for the caller alone; meanwhile no other campaign of the establishment is claimed of. Whoever has
   * withdrawn their consent, or cannot be reached any more, becomes `skipped` instead. Nobody, where the campaign is not sending or at
   * another run. Throws `unknown_record`.
   */
  claim(scope: Scope, id: string, run: number, wish: ClaimWish, now: Date): Promise<Claim>;
  /** What became of claimed recipients, as far as the token is still theirs; addresses that bounced hard are suppressed. */
  settle(scope: Scope, id: string, token: string, settlements: readonly RecipientSettlement[], now: Date): Promise<void>;
  /** Nobody who waits is written to any more. Whoever is being written to is `uncertain` until whoever does it says what came of it. */
  giveUp(scope: Scope, id: string, now: Date): Promise<void>;
  /** Notes that the recipient unsubscribed by this campaign; nothing where there is no such recipient. */
  noteUnsubscribed(scope: Scope, id: string, address: string, now: Date): Promise<void>;
  /**
   * Writes to the client, known by its id or its address, no more; of those who were written to, only what became of it stays. One who is
   * being written to becomes `uncertain`.
   */
  forgetClient(scope: Scope, clientId: string, email: string | null, now: Date): Promise<void>;
  /** What was sent to the one client was sent to the other. */
  moveClient(scope: Scope, fromId: string, intoId: string): Promise<void>;
}

export interface CampaignFilter extends PageInput {
  readonly status?: CampaignStatus | undefined;
  readonly tagId?: string | undefined;
}

export type RecipientCounts = Readonly<Record<RecipientState | 'unsubscribed', number>>;

export interface CountedCampaign extends Campaign {
  readonly counts: RecipientCounts;
}

/** A recipient with its campaign. */
export interface RecipientOf extends Recipient {
  readonly campaignId: string;
}

export interface ActivityFilter extends PageInput {
  readonly state?: RecipientState | undefined;
}

export interface CampaignViews {
  get(scope: Scope, id: string): Promise<CountedCampaign | null>;
  /** Newest first; `search` looks in the name. */
  list(scope: Scope, filter: CampaignFilter): Promise<Page<CountedCampaign>>;
  /** What it says; empty before it has started. */
  content(scope: Scope, id: string): Promise<CampaignContent>;
  /** Its recipients, changed last first; `search` is the beginning of an address. */
  activity(scope: Scope, id: string, filter: ActivityFilter): Promise<Page<Recipient>>;
  /** What was sent to the client, known by its id or its address, by any campaign; queued first ones first. */
  ofClient(scope: Scope, clientId: string, email: string | null): Promise<readonly RecipientOf[]>;
}

/** The counts of groups of recipients in one state each. */
export function sumRecipients(
  groups: Iterable<{ readonly state: RecipientState; readonly count: number; readonly unsubscribed: number }>,
): RecipientCounts {
  const sums: Record<RecipientState | 'unsubscribed', number> = { ...NO_RECIPIENTS };
  for (const { state, count, unsubscribed } of groups) {
    sums[state] += count;
    sums.unsubscribed += unsubscribed;
  }
  return sums;
}

export const NO_RECIPIENTS: RecipientCounts = {
  pending: 0,
  claimed: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  bounced: 0,
  uncertain: 0,
  unsubscribed: 0,
};
