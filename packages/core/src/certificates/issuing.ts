import { DomainError } from '../kit/errors.js';
import { type CertificateKey, type CertificateRecord, FAILURE_TYPES, type IssuedCertificate, nameSetOf } from './certificate.js';
import type { CertificatePem, ChallengeDesk, IssuanceOutcome } from './certificate-authority.js';
import { type CertificatePlace, UnusableCertificate } from './certificate-files.js';
import type { OrderBudgets } from './certificate-store.js';
import { CERTIFICATES_SCOPE, type CertificatesDeps, chanceOf } from './certificates-deps.js';
import { afterFailure, afterIssue, failuresBefore, heldBy, LEASE_MS, leaseEnd } from './issuance.js';
import { deferred, failed } from './refusals.js';
import { nextLookOf, renewAtOf, retryAtOf } from './renewal.js';

const HOUR_SECS = 3_600;
const DAY_SECS = 24 * HOUR_SECS;

/** A little below what Let's Encrypt allows (300, 5 and 5), because other programs may use the account and the names too. */
const BUDGETS: OrderBudgets = {
  account: { limit: 280, windowSecs: 3 * HOUR_SECS },
  nameSet: { limit: 4, windowSecs: 7 * DAY_SECS },
  failures: { limit: 4, windowSecs: HOUR_SECS },
};

/** A directory that has not looked for a challenge within this time never will. */
const CHALLENGE_KEPT_MS = HOUR_SECS * 1000;
/** Signs of life are written when this part of the lease is over. */
const SIGN_AFTER_MS = LEASE_MS / 3;

/** Makes the orders whose lease this process holds. */
export interface Issuing {
  /**
   * Orders what the leased record says, checks and publishes it. `replaces`: the id of the certificate that it renews. Throws
   * `issuance_failed` or `issuance_deferred`; the record then says why.
   */
  issue(leased: CertificateRecord, replaces: string | null): Promise<CertificateRecord>;
  /** Publishes what is written, wherever it is wanted. */
  publish(record: CertificateRecord, pem: CertificatePem): Promise<void>;
}

export function makeIssuing(deps: CertificatesDeps): Issuing {
  const { authority, files, clock, crypto, ids } = deps;

  async function issue(leased: CertificateRecord, replaces: string | null): Promise<CertificateRecord> {
    const orderId = ids.uuid();
    await takeBudget(leased, orderId, replaces);
    const desk = openDesk(leased);
    const outcome = await authority
      .obtain({ ...leased.order, staging: leased.staging, replaces, challenges: desk, alive: makeSigns(leased) })
      .catch((error: unknown) => giveUp(leased, orderId, error))
      .finally(desk.clear);
    return finish(leased, orderId, outcome);
  }

  async function finish(leased: CertificateRecord, orderId: string, outcome: IssuanceOutcome): Promise<CertificateRecord> {
    if (outcome.kind === 'interrupted') return release(leased, deferred(leased, 1));
    if (outcome.kind === 'refused') return refuse(leased, orderId, outcome);
    const issued = inspect(leased, outcome.pem);
    if (issued === null) {
      return refuse(leased, orderId, {
        type: FAILURE_TYPES.unusable,
        detail: 'What was issued does not fit the order.',
        retryAfterSecs: null,
      });
    }
    await files.write(placeOf(leased, null), issued.serial, outcome.pem).catch((error: unknown) => giveUp(leased, orderId, error));
    const record = await settle(leased, orderId, 'issued', (held) => afterIssue(held, issued, firstLook(held, issued)));
    await publish(record, outcome.pem);
    return record;
  }

  function inspect({ order }: CertificateRecord, pem: CertificatePem): IssuedCertificate | null {
    try {
      return files.inspect(pem, order.names, clock.now());
    } catch (error) {
      if (error instanceof UnusableCertificate) return null;
      throw error;
    }
  }

  /** Staging certificates are for trying out: nobody renews them. */
  function firstLook({ staging, domain }: CertificateRecord, issued: IssuedCertificate): Date | null {
    if (staging) return null;
    const chance = chanceOf(crypto, issued.serial);
    return nextLookOf(renewAtOf(issued, null, chance), clock.now(), chanceOf(crypto, domain));
  }

  async function publish(record: CertificateRecord, pem: CertificatePem): Promise<void> {
    const { issued } = record;
    if (issued === null) return;
    for (const directory of [null, ...record.copies]) {
      const place = placeOf(record, directory);
      if ((await files.read(place, issued.serial)) === null) await files.write(place, issued.serial, pem);
      await files.publish(place, issued.serial);
    }
  }

  /** Renewals that say what they replace count towards no limit (Let's Encrypt), so they are not kept waiting by one. */
  async function takeBudget(leased: CertificateRecord, id: string, replaces: string | null): Promise<void> {
    if (replaces !== null) return;
    const { domain, staging, order } = leased;
    const counted = {
      id,
      account: accountOf(leased),
      domain: keyOf({ domain, staging }),
      nameSet: keyOf({ domain: nameSetOf(order.names), staging }),
    };
    const waitSecs = await deps.transact(CERTIFICATES_SCOPE, ({ certificates }) =>
      certificates.takeOrder({ ...counted, at: clock.now() }, BUDGETS),
    );
    if (waitSecs !== null) await release(leased, deferred(leased, waitSecs));
  }

  /** Challenges are in the database, for every process; of those in a document root nothing is left behind. */
  function openDesk({ order: { webroot } }: CertificateRecord): ChallengeDesk & { clear(): Promise<void> } {
    const tokens: string[] = [];
    return {
      async put(token, keyAuthorization) {
        const expiresAt = new Date(clock.now().getTime() + CHALLENGE_KEPT_MS);
        await deps.transact(CERTIFICATES_SCOPE, ({ certificates }) => certificates.putChallenge(token, keyAuthorization, expiresAt));
        if (webroot === null) return;
        tokens.push(token);
        await files.writeChallenge(webroot, token, keyAuthorization);
      },
      async clear() {
        if (webroot !== null) await Promise.all(tokens.map((token) => files.removeChallenge(webroot, token)));
      },
    };
  }

  /** Keeps the lease while there is progress, and ends the issuance when somebody else has taken it over. */
  function makeSigns(leased: CertificateRecord): () => Promise<void> {
    let signAt = clock.now().getTime() + SIGN_AFTER_MS;
    return async () => {
      const now = clock.now();
      if (now.getTime() < signAt) return;
      signAt = now.getTime() + SIGN_AFTER_MS;
      await changeHeld(leased, (held) => ({ ...held, lease: held.lease && { ...held.lease, until: leaseEnd(now) } }));
    };
  }

  function refuse(
    leased: CertificateRecord,
    orderId: string,
    { type, detail, retryAfterSecs }: { type: string; detail: string; retryAfterSecs: number | null },
  ): Promise<never> {
    const now = clock.now();
    const count = failuresBefore(leased) + 1;
    const retryAt = retryAtOf(count, retryAfterSecs, now, chanceOf(crypto, `${leased.domain} ${leased.fence}`));
    const failure = { fence: leased.fence, names: leased.order.names, type, detail, at: now, count, retryAt };
    deps.logger.warn({ domain: leased.domain, staging: leased.staging, type, detail, retryAt }, 'a certificate could not be had');
    return settle(leased, orderId, 'failed', (held) => afterFailure(held, failure)).then(() => {
      throw failed(leased, failure, now);
    });
  }

  /** A fault of ours must not block the domain until the lease ends, nor be tried in a loop. */
  async function giveUp(leased: CertificateRecord, orderId: string, error: unknown): Promise<never> {
    if (error instanceof DomainError) throw error;
    deps.logger.error({ err: error, domain: leased.domain }, 'an issuance broke');
    return refuse(leased, orderId, { type: FAILURE_TYPES.fault, detail: 'Something went wrong on this machine.', retryAfterSecs: null });
  }

  async function release(leased: CertificateRecord, refusal: DomainError): Promise<never> {
    await changeHeld(leased, (held) => ({ ...held, lease: null }));
    throw refusal;
  }

  function changeHeld(leased: CertificateRecord, change: (held: CertificateRecord) => CertificateRecord): Promise<CertificateRecord> {
    return settle(leased, null, 'failed', change);
  }

  function settle(
    leased: CertificateRecord,
    orderId: string | null,
    outcome: 'issued' | 'failed',
    change: (held: CertificateRecord) => CertificateRecord,
  ): Promise<CertificateRecord> {
    return deps.transact(CERTIFICATES_SCOPE, async ({ certificates }) => {
      if (orderId !== null) await certificates.settleOrder(orderId, outcome);
      return certificates.change(leased, (record) => {
        const held = heldBy(record, leased.fence);
        if (held === null) throw deferred(leased, 1);
        const result = change(held);
        return { record: result, result };
      });
    });
  }

  return { issue, publish };
}

export function placeOf({ domain, staging }: CertificateKey, directory: string | null): CertificatePlace {
  return { domain, staging, directory };
}

/** One account per directory and address. */
function accountOf({ staging, order: { email } }: CertificateRecord): string {
  return keyOf({ domain: email ?? '', staging });
}

export function keyOf({ domain, staging }: CertificateKey): string {
  return `${staging ? 'staging' : 'live'}:${domain}`;
}
