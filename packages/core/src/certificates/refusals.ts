import { DomainError } from '../kit/errors.js';
import type { CertificateKey, IssuanceFailure } from './certificate.js';

/** `issuance_failed`: the directory was asked and said no, or could not be asked. */
export function failed({ domain }: CertificateKey, failure: IssuanceFailure, now: Date): DomainError {
  const retryAfterSecs = secsUntil(failure.retryAt, now);
  return new DomainError('issuance_failed', {
    message: `No certificate for ${domain}: ${failure.detail}`,
    facts: { domain, type: failure.type, detail: failure.detail, retry_after_secs: retryAfterSecs },
    retryAfterSecs,
  });
}

/** `issuance_deferred`: nobody was asked, because it is too soon. `failure`: what went wrong before, if anything did. */
export function deferred({ domain }: CertificateKey, retryAfterSecs: number, failure: IssuanceFailure | null = null): DomainError {
  return new DomainError('issuance_deferred', {
    facts: { domain, ...(failure !== null && { type: failure.type, detail: failure.detail }), retry_after_secs: retryAfterSecs },
    retryAfterSecs,
  });
}

export function secsUntil(instant: Date, now: Date): number {
  return Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));
}
