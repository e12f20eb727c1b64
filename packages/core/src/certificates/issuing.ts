import { DomainError } from '../kit/errors.js';
import { type CertificateRecord, FAILURE_TYPES, type IssuedCertificate } from './certificate.js';
import type { CertificatePem, IssuanceOutcome } from './certificate-authority.js';
import { UnusableCertificate } from './certificate-files.js';
import { type CertificatesDeps, chanceOf } from './certificates-deps.js';
import { openChallengeDesk } from './challenge-desk.js';
import { type HeldOrder, holdOrder } from './held-order.js';
import { afterIssue } from './issuance.js';
import { type Publishing, placeOf } from './publishing.js';
import { cannotKeep, deferred } from './refusals.js';
import { nextLookOf, renewAtOf } from './renewal.js';

/** How an order is made whose lease this process holds. */
export interface IssuingOptions {
  /** The id of the certificate that it renews; null where that is not said. */
  readonly replaces: string | null;
  /** A further directory for the files; null: none. */
  readonly copy: string | null;
  /** Called once nothing here keeps the directory from being asked. */
  readonly onOrder: () => void;
}

/** Orders, checks, writes and publishes. Throws `issuance_failed` or `issuance_deferred`; the record then says why. */
export type Issue = (leased: CertificateRecord, options: IssuingOptions) => Promise<IssuedCertificate>;

const FAULT = { type: FAILURE_TYPES.fault, detail: 'Something went wrong on this machine.', retryAfterSecs: null };
const UNUSABLE = { type: FAILURE_TYPES.unusable, detail: 'What was issued does not fit the order.', retryAfterSecs: null };

export function makeIssuing(deps: CertificatesDeps, { publish }: Publishing): Issue {
  const { authority, files, clock, crypto, logger } = deps;

  async function obtain(leased: CertificateRecord, held: HeldOrder, replaces: string | null): Promise<IssuanceOutcome> {
    const { order, staging } = leased;
    const challenges = openChallengeDesk(deps, order.webroot);
    try {
      return await authority.obtain({ ...order, staging, replaces, challenges, alive: held.alive });
    } catch (error) {
      return giveUp(held, error, 'failed');
    } finally {
      await challenges.close();
    }
  }

  /** A fault of ours must neither block the domain until the lease ends, nor be tried in a loop. */
  function giveUp(held: HeldOrder, error: unknown, outcome: 'issued' | 'failed'): Promise<never> {
    if (error instanceof DomainError) return held.release(error);
    logger.error({ err: error }, 'an issuance broke');
    return held.fail(FAULT, outcome);
  }

  /** A directory counts what it issues for the same names: a full disk must not use that up. */
  async function refuseInVain(leased: CertificateRecord, held: HeldOrder): Promise<void> {
    await files.tryWriting(placeOf(leased, null)).catch((error: unknown) => {
      if (error instanceof DomainError) return held.release(error);
      logger.error({ err: error, domain: leased.domain }, 'certificates cannot be written, so none is ordered');
      return held.release(cannotKeep(leased));
    });
  }

  async function keep(leased: CertificateRecord, held: HeldOrder, pem: CertificatePem) {
    const issued = inspect(leased, pem) ?? (await held.fail(UNUSABLE, 'issued'));
    await files.write(placeOf(leased, null), issued.serial, pem).catch((error: unknown) => giveUp(held, error, 'issued'));
    const record = await held.succeed((before) => afterIssue(before, issued, firstLookAt(leased, issued)));
    return { record, issued };
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
  function firstLookAt({ staging, domain }: CertificateRecord, issued: IssuedCertificate): Date | null {
    if (staging) return null;
    const renewAt = renewAtOf(issued, null, chanceOf(crypto, issued.serial));
    return nextLookOf(renewAt, clock.now(), chanceOf(crypto, domain));
  }

  return async function issue(leased, { replaces, copy, onOrder }) {
    const held = holdOrder(deps, leased);
    await refuseInVain(leased, held);
    // Orders that say what they replace count towards no limit (Let's Encrypt), so none keeps them waiting.
    if (replaces === null) await held.takeBudget();
    onOrder();
    const outcome = await obtain(leased, held, replaces);
    if (outcome.kind === 'interrupted') return held.release(deferred(leased, 1));
    if (outcome.kind === 'unavailable') return held.failUnavailable(outcome);
    if (outcome.kind === 'refused') return held.fail(outcome);
    const { record, issued } = await keep(leased, held, outcome.pem);
    await publish(record, outcome.pem, copy);
    return issued;
  };
}
