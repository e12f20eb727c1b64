import { DomainError } from '../kit/errors.js';
import { type CertificateKey, FAILURE_TYPES, type IssuanceFailure } from './certificate.js';
import type { FullBudget, OrderBudgets } from './order-budgets.js';

/** `issuance_failed`: the directory was asked and said no, or could not be asked. */
export function failed({ domain }: CertificateKey, failure: IssuanceFailure, now: Date): DomainError {
  const retryAfterSecs = secsUntil(failure.retryAt, now);
  return new DomainError('issuance_failed', {
    message: `No certificate for ${domain}: ${failure.detail}`,
    facts: { domain, type: failure.type, detail: failure.detail, retry_after_secs: retryAfterSecs },
    retryAfterSecs,
  });
}

/** When whoever keeps this machine may have mended it. */
const MENDED_SECS = 60;

/** `issuance_failed`: nobody was asked, because what came of it could not be kept. Nothing is to be waited for once that is mended. */
export function cannotKeep({ domain }: CertificateKey): DomainError {
  const detail = 'This machine cannot write certificates; its log says why.';
  return new DomainError('issuance_failed', {
    message: `No certificate for ${domain}: ${detail}`,
    facts: { domain, type: FAILURE_TYPES.fault, detail, retry_after_secs: MENDED_SECS },
    retryAfterSecs: MENDED_SECS,
  });
}

const BUDGET_DETAILS: Readonly<Record<keyof OrderBudgets, string>> = {
  account: 'As many orders as the directory takes from one account were made.',
  nameSet: 'As many certificates as the directory issues for the same names were issued.',
  failures: 'As many orders as the directory lets fail for one domain have failed.',
  registeredDomain: 'As many new certificates as the directory issues below one registered domain in a week were ordered.',
};

/** `issuance_deferred`: the directory would refuse, and would count the refusal too. */
export function overBudget(key: CertificateKey, { budget, waitSecs }: FullBudget): DomainError {
  return deferred(key, waitSecs, { type: FAILURE_TYPES.budget, detail: BUDGET_DETAILS[budget] });
}

/** `issuance_deferred`: nobody was asked, because it is too soon. `reason`: what went wrong before, or what is used up. */
export function deferred(
  { domain }: CertificateKey,
  retryAfterSecs: number,
  reason: Pick<IssuanceFailure, 'type' | 'detail'> | null = null,
): DomainError {
  return new DomainError('issuance_deferred', {
    facts: { domain, ...(reason !== null && { type: reason.type, detail: reason.detail }), retry_after_secs: retryAfterSecs },
    retryAfterSecs,
  });
}

export function secsUntil(instant: Date, now: Date): number {
  return Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));
}
