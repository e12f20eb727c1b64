import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { hasCode } from '../kit/errors.js';
import type { Ids } from '../kit/ids.js';
import type { Logger } from '../kit/logger.js';
import { type Mail, MailError, type Mailer } from '../kit/mail.js';
import type { Scope } from '../kit/scope.js';
import type { Stores, TransactAll, Views } from '../stores.js';
import { takeCampaignStep } from './campaign.js';
import { type CampaignLetter, campaignMail } from './campaign-mail.js';
import { type CampaignJob, pushTurn, scopeOfJob, TURN_LEASE_SECS } from './campaign-queue.js';
import type { ClaimedRecipient, HandedIn, RecipientSettlement } from './recipient.js';
import { recipientAfter } from './recipient.js';
import { startCampaign } from './start-campaign.js';

/** Claimed at once: a crash leaves no more than these in doubt, and each batch costs one transaction. */
export const BATCH = 50;
/** Handed in at once; the mail server's other connections are left to other mails. */
const IN_FLIGHT = 2;
/** A turn ends after this, so that other campaigns and a stop of the process need not wait. */
const TURN_MS = 4_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 1_800_000;
/** With the waits above about half a day. */
const TRIES_MAX = 32;

export interface CampaignWorkDeps {
  readonly transact: TransactAll;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly mailer: Mailer;
  /** What all mails of the campaign share; null: it is gone. */
  readonly letterOf: (scope: Scope, campaignId: string) => Promise<CampaignLetter | null>;
}

interface Batch {
  readonly token: string;
  readonly recipients: readonly ClaimedRecipient[];
}

/** What came of a batch. `trouble`: no mail server could be had. */
interface SentBatch {
  readonly token: string;
  readonly settlements: readonly RecipientSettlement[];
  readonly trouble: 'mail_server' | 'not_configured' | null;
}

/** `stops`: others need not be tried now. */
interface Handed {
  readonly outcome: HandedIn;
  readonly stops: SentBatch['trouble'];
}

const NOTHING: SentBatch = { token: '', settlements: [], trouble: null };

/**
 * Takes one turn on a campaign: starts it when it was scheduled, or sends batch after batch. Every batch is claimed by the transaction
 * that settles the one before; the last transaction of a turn puts the next turn on the queue, or ends the campaign.
 */
export function makeCampaignWork(deps: CampaignWorkDeps): (job: CampaignJob) => Promise<void> {
  const { transact, clock, crypto, ids, logger, mailer, letterOf } = deps;

  /** What is to be done next; null: the turn is over, and whatever follows is written down. */
  async function advance(job: CampaignJob, sent: SentBatch, isTimeUp: boolean): Promise<Batch | null> {
    const scope = scopeOfJob(job);
    return transact(scope, async (stores, views) => {
      const now = clock.now();
      await stores.campaigns.settle(scope, job.campaignId, sent.token, sent.settlements, now);
      const isReachable = sent.settlements.some(({ state }) => state === 'sent');
      if (sent.trouble !== null) return giveWay(stores, isReachable ? { ...job, tries: 0 } : job, sent.trouble, now);
      if (isTimeUp) return follow(stores, { ...job, tries: 0 }, now, now);
      return nextBatch(stores, views, job, now);
    });
  }

  async function nextBatch(stores: Stores, views: Views, job: CampaignJob, now: Date): Promise<Batch | null> {
    const scope = scopeOfJob(job);
    const token = ids.uuid();
    const perMinute = await paceOf(stores, scope);
    const staleBefore = new Date(now.getTime() - TURN_LEASE_SECS * 1000);
    const wish = { token, limit: BATCH, perMinute, staleBefore };
    const { campaign, recipients, againAt } = await stores.campaigns.claim(scope, job.campaignId, job.run, wish, now);
    if (campaign.status === 'cancelled') await stores.campaigns.giveUp(scope, job.campaignId, now);
    if (campaign.run !== job.run) return null;
    if (campaign.status === 'scheduled') return begin(stores, views, job, now);
    if (campaign.status !== 'sending') return null;
    if (recipients.length > 0) return { token, recipients };
    if (againAt !== null) return follow(stores, job, againAt, now);
    await stores.campaigns.change(scope, job.campaignId, (before) => takeCampaignStep(before, 'finish', now));
    return null;
  }

  async function follow({ pushQueue }: Pick<Stores, 'pushQueue'>, job: CampaignJob, at: Date, now: Date): Promise<null> {
    await pushTurn(pushQueue, ids, job, at, now);
    return null;
  }

  /** No mail server: later again, and at last never. */
  async function giveWay(stores: Stores, job: CampaignJob, trouble: 'mail_server' | 'not_configured', now: Date): Promise<null> {
    const tries = job.tries + 1;
    if (trouble === 'mail_server' && tries < TRIES_MAX) {
      const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 12));
      return follow(stores, { ...job, tries }, new Date(now.getTime() + waitMs), now);
    }
    await stores.campaigns.change(scopeOfJob(job), job.campaignId, (before) =>
      before.run === job.run && before.status === 'sending' ? { ...takeCampaignStep(before, 'fail', now), failure: trouble } : before,
    );
    return null;
  }

  async function begin(stores: Stores, views: Views, job: CampaignJob, now: Date): Promise<null> {
    const scope = scopeOfJob(job);
    try {
      await startCampaign(stores, views, { clock, ids }, scope, job.campaignId);
    } catch (error) {
      if (!hasCode(error, 'no_recipients')) throw error;
      // Nothing of it was written but the campaign itself, which fails in the same step.
      await stores.campaigns.change(scope, job.campaignId, (started) => ({
        ...takeCampaignStep(started, 'fail', now),
        failure: 'no_recipients',
      }));
    }
    return null;
  }

  async function send(letter: CampaignLetter, { token, recipients }: Batch): Promise<SentBatch> {
    const until = clock.now().getTime() + TURN_MS;
    const outcomes = new Map<string, HandedIn>();
    let trouble: SentBatch['trouble'] = null;
    const queue = recipients.values();
    async function handInNext(): Promise<void> {
      for (const recipient of queue) {
        if (trouble !== null || clock.now().getTime() >= until) return;
        const { outcome, stops } = await handIn(campaignMail(letter, recipient, crypto));
        outcomes.set(recipient.address, outcome);
        trouble ??= stops;
      }
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, handInNext));
    const now = clock.now();
    // What was not begun goes back as it was.
    const settlements = recipients.map((recipient) => recipientAfter(recipient, outcomes.get(recipient.address) ?? 'unsent', now));
    return { token, settlements, trouble };
  }

  async function handIn(mail: Mail | null): Promise<Handed> {
    if (mail === null) return { outcome: 'mail', stops: null };
    try {
      await mailer.send(mail);
      return { outcome: 'taken', stops: null };
    } catch (error) {
      // Never the address, nor what the server says of it.
      logger.warn({ status: error instanceof MailError ? error.status : null }, 'a mail of a campaign was not taken');
      return handedOf(error);
    }
  }

  return async function takeTurn(job) {
    const begunAt = clock.now().getTime();
    // Before anybody is claimed: what goes wrong here leaves nobody in doubt.
    const letter = await letterOf(scopeOfJob(job), job.campaignId);
    if (letter === null) return;
    let batch = await advance(job, NOTHING, false);
    while (batch !== null) {
      const sent: SentBatch = await send(letter, batch);
      batch = await advance(job, sent, clock.now().getTime() - begunAt >= TURN_MS);
    }
  };
}

function handedOf(error: unknown): Handed {
  if (hasCode(error, 'not_configured')) return { outcome: 'unsent', stops: 'not_configured' };
  if (hasCode(error, 'invalid_request')) return { outcome: 'mail', stops: null };
  const outcome = error instanceof MailError ? error.fault : 'unknown';
  return { outcome, stops: outcome === 'unsent' || outcome === 'unknown' ? 'mail_server' : null };
}

/** Of all campaigns of the establishment; null: as fast as the mail server takes them. */
async function paceOf({ settings }: Pick<Stores, 'settings'>, scope: Scope): Promise<number | null> {
  const perMinute = await settings.get(scope, 'campaigns.perMinute');
  return typeof perMinute === 'number' ? perMinute : null;
}
