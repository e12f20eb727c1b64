import type { MailFault } from '../kit/mail.js';

/** One address of a campaign, and how far its mail is (STATES.md). */

export const RECIPIENT_STATES = ['pending', 'claimed', 'sent', 'failed', 'skipped', 'bounced', 'uncertain'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** Why a recipient is where it is; null where the state says it all. */
export const RECIPIENT_REASONS = ['consent', 'suppressed', 'cancelled', 'hard', 'soft', 'refused', 'interrupted'] as const;
export type RecipientReason = (typeof RECIPIENT_REASONS)[number];

/** A recipient as the activity of its campaign shows it. */
export interface Recipient {
  readonly address: string;
  /** Null: a subscriber who is no client. */
  readonly clientId: string | null;
  readonly state: RecipientState;
  readonly reason: RecipientReason | null;
  readonly queuedAt: Date;
  /** Of the last change of its state. */
  readonly changedAt: Date;
  /** When they unsubscribed by a link of this campaign. */
  readonly unsubscribedAt: Date | null;
}

/** Whom to write to now. */
export interface ClaimedRecipient {
  readonly address: string;
  readonly language: string | null;
  /** How often a mail server has put it off. */
  readonly tries: number;
  readonly client: ReaderNames | null;
}

export interface ReaderNames {
  readonly kind: 'person' | 'company';
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly company: string | null;
}

export interface RecipientSettlement {
  readonly address: string;
  readonly state: RecipientState;
  readonly reason: RecipientReason | null;
  readonly tries: number;
  /** When a pending one is due again. */
  readonly dueAt: Date;
}

/** What came of handing a mail in. */
export type HandedIn = 'taken' | MailFault;

const TRIES_MAX = 5;
const FIRST_WAIT_MS = 300_000;

/** What becomes of a claimed recipient. */
export function recipientAfter({ address, tries }: ClaimedRecipient, outcome: HandedIn, now: Date): RecipientSettlement {
  const to = (state: RecipientState, reason: RecipientReason | null = null) => ({ address, state, reason, tries, dueAt: now });
  switch (outcome) {
    case 'taken':
      return to('sent');
    case 'address':
      return to('bounced', 'hard');
    case 'mail':
      return to('failed', 'refused');
    case 'unsent':
      return to('pending');
    case 'unknown':
      return to('uncertain', 'interrupted');
    case 'later': {
      const next = { ...to('pending'), tries: tries + 1, dueAt: new Date(now.getTime() + FIRST_WAIT_MS * 4 ** tries) };
      return next.tries < TRIES_MAX ? next : { ...next, state: 'bounced', reason: 'soft' };
    }
  }
}
