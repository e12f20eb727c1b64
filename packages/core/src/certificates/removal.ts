import { DomainError } from '../kit/errors.js';
import type { CertificateKey, CertificateRecord } from './certificate.js';
import { CERTIFICATES_SCOPE, type CertificatesDeps } from './certificates-deps.js';
import { forgotten, heldBy, isForgotten, isLeased, leaseEnd } from './issuance.js';
import { placeOf } from './publishing.js';
import { deferred, secsUntil } from './refusals.js';

/** Ends what is known of a certificate, and its files. */
export interface Removal {
  /**
   * False when the app has no such certificate. Whoever wants one meanwhile waits. Throws `forbidden` for another app's, and `issuance_deferred` while an
   * order is under way. When the files cannot be removed, the certificate stays. Does not ask who is served with it: `VhostsService.whileUnused` does.
   */
  remove(appId: string, key: CertificateKey): Promise<boolean>;
}

export function makeRemoval({ transact, files, clock, ids }: CertificatesDeps): Removal {
  /** The record before, and the fence of whoever removes it; null: there is nothing of the app's. */
  function begin(appId: string, key: CertificateKey) {
    const holder = ids.uuid();
    return transact(CERTIFICATES_SCOPE, ({ certificates }) =>
      certificates.change(key, (before) => {
        const now = clock.now();
        if (before === null || !mayRemove(before, appId, now)) return { record: null, result: null };
        const record = { ...forgotten(before), fence: before.fence + 1, lease: { holder, until: leaseEnd(now) } };
        return { record, result: { before, fence: record.fence } };
      }),
    );
  }

  function end(key: CertificateKey, fence: number, next: (held: CertificateRecord) => CertificateRecord): Promise<void> {
    return transact(CERTIFICATES_SCOPE, ({ certificates }) =>
      certificates.change(key, (record) => {
        const held = heldBy(record, fence);
        return { record: held && { ...next(held), fence, lease: null }, result: undefined };
      }),
    );
  }

  return {
    async remove(appId, { domain, staging }) {
      const key = { domain, staging };
      const begun = await begin(appId, key);
      if (begun === null) return false;
      const { before, fence } = begun;
      try {
        await files.remove(placeOf(key, null));
      } catch (error) {
        await end(key, fence, () => before);
        throw error;
      }
      await end(key, fence, (held) => held);
      return before.issued !== null || before.failure !== null;
    },
  };
}

/** False for what is left of another app's. */
function mayRemove(record: CertificateRecord, appId: string, now: Date): boolean {
  if (isLeased(record, now)) throw deferred(record, secsUntil(record.lease?.until ?? now, now));
  if (record.appId === appId) return true;
  if (isForgotten(record, now)) return false;
  throw new DomainError('forbidden', { message: 'Another app has this certificate.' });
}
