import type { Clock } from '../kit/clock.js';
import type { Crypto } from '../kit/crypto.js';
import { DomainError } from '../kit/errors.js';
import type { Answer } from '../kit/idempotency.js';
import { RateLimited, type RatePolicy, type RateState } from '../kit/rate-limit.js';
import type { Scope } from '../kit/scope.js';
import type { UnitOfWork } from '../kit/unit-of-work.js';
import { idSchema, parse } from '../kit/validate.js';
import type { Services } from '../services.js';
import type { Stores, Views } from '../stores.js';
import { applyCatalogue, type SyncWork } from './apply-catalogue.js';
import { applyMovements } from './apply-movements.js';
import { type Signed, verifiedId } from './signed-message.js';
import { goodSecrets } from './signing-secrets.js';
import { NOTHING_DONE, type SyncAnswer, type SyncBody, syncAnswer, syncBody } from './sync-contract.js';
import { counting, type SyncLink } from './sync-link.js';

/** Calls of one link. */
export const SYNC_RATE: RatePolicy = { limit: 300, windowSecs: 60 };

/** A call of a shop, as a host has read it. */
export interface SyncCall extends Signed {
  /** `X-Sync-Link`; null: none, or several. */
  readonly linkId: string | null;
}

export interface SyncReceived extends Answer<SyncAnswer> {
  readonly rate: RateState;
}

export interface ReceiveSyncDeps {
  readonly unitOfWork: UnitOfWork;
  readonly views: Pick<Views, 'syncLinks'>;
  readonly clock: Clock;
  readonly crypto: Crypto;
}

/** What a call is, once it is known who makes it. */
interface Admitted {
  readonly id: string;
  readonly digest: string;
  readonly body: SyncBody;
}

export function makeReceiveSync({ unitOfWork, views, clock, crypto }: ReceiveSyncDeps) {
  async function linkOf({ linkId }: SyncCall): Promise<SyncLink> {
    const id = idSchema.safeParse(linkId);
    const link = id.success ? await views.syncLinks.find(id.data) : null;
    if (link === null) throw new DomainError('unknown_link');
    return link;
  }

  /** The lock on the link makes calls of one shop wait for each other: of two that are the same, the second finds what the first was answered. */
  async function lockLink({ syncLinks }: Stores, scope: Scope, link: SyncLink, now: Date): Promise<void> {
    const locked = await syncLinks.change(scope, link.id, (before) => ({ ...before, lastSeenAt: now }));
    if (locked === null) throw new DomainError('unknown_link');
    if (locked.disabled !== null) throw new DomainError('unknown_link', { message: 'This link is disabled.' });
  }

  async function answer(work: SyncWork, { id, digest, body }: Admitted): Promise<Answer<SyncAnswer>> {
    const { stores, scope, linkId } = work;
    const remembered = await stores.syncLinks.recall(scope, linkId, id);
    if (remembered !== null && remembered.digest !== digest) throw reused();
    if (remembered !== null) return { result: syncAnswer.parse(remembered.answer), replayed: true };
    const result: SyncAnswer = { ok: true, ...(await apply(work, body)) };
    await stores.syncLinks.remember(scope, linkId, { id, digest, answer: result, at: clock.now() });
    await stores.syncLinks.change(scope, linkId, (link) => counting(link, 'received'));
    return { result, replayed: false };
  }

  /**
   * Verifies the call before it reads it, and applies it once: its effects and its answer for a replay commit together. Throws `unknown_link` (a disabled
   * one too), `stale_timestamp`, `invalid_signature`, `invalid_json`, `invalid_request`, `rate_limited` (`RateLimited`), `idempotency_key_reused` (the
   * id was used for another body), `feature_disabled`.
   */
  return async (call: SyncCall): Promise<SyncReceived> => {
    const now = clock.now();
    const link = await linkOf(call);
    const id = verifiedId(crypto, goodSecrets(link, now), call, now);
    const admitted = { id, digest: crypto.sha256(call.body), body: readBody(call.body) };
    const { tenantId, siteId } = link;
    const scope: Scope = { tenantId, siteId, actor: { kind: 'system', name: `link:${link.id}` } };
    return unitOfWork(scope, async (services: Services, stores) => {
      await lockLink(stores, scope, link, now);
      const rate = await stores.rateLimits.take(scope, `sync ${link.id}`, SYNC_RATE, now);
      if (!rate.taken) throw new RateLimited(rate);
      return { ...(await answer({ services, stores, scope, linkId: link.id }, admitted)), rate };
    });
  };
}

function apply(work: SyncWork, body: SyncBody): Promise<Omit<SyncAnswer, 'ok'>> {
  switch (body.type) {
    case 'ping':
      return Promise.resolve(NOTHING_DONE);
    case 'catalogue':
      return applyCatalogue(work, body.data);
    case 'stock':
      return applyMovements(work, body.data.movements);
  }
}

function readBody(text: string): SyncBody {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new DomainError('invalid_json', { cause: error });
  }
  return parse(syncBody, body);
}

function reused(): DomainError {
  return new DomainError('idempotency_key_reused', { message: 'This webhook-id was already used with another body.' });
}
