import type { CertificateKey, CertificateRecord } from './certificate.js';
import { CERTIFICATES_SCOPE, type CertificatesDeps, chanceOf } from './certificates-deps.js';
import { keyOf } from './held-order.js';
import type { Wish } from './provisioning.js';
import { type Publishing, placeOf } from './publishing.js';
import { isDue, nextLookOf, renewAtOf } from './renewal.js';

/** Certificates that are renewed before anybody asks. */
export interface Renewals {
  /** Renews what is due, one after the other, until `stopping`. Safe in any number of processes at once. */
  renewDue(stopping: { readonly aborted: boolean }): Promise<void>;
  /** The certificate is not looked at again, unless it is published in further directories: whoever reads it there still does. */
  giveUp(key: CertificateKey): Promise<void>;
}

const DUE_AT_ONCE = 20;
/** Whoever looks at a certificate has this long until another process may. */
const LOOKING_MS = 600_000;

export function makeRenewals(deps: CertificatesDeps, provision: (wish: Wish) => Promise<unknown>, { publish }: Publishing): Renewals {
  const { authority, clock, crypto, files, logger, transact, views } = deps;

  /** True for the first of several processes. */
  function claimLook(key: CertificateKey): Promise<boolean> {
    return transact(CERTIFICATES_SCOPE, ({ certificates }) =>
      certificates.change(key, (record) => {
        const now = clock.now();
        if (record === null || record.lookAt === null || !isDue(record.lookAt, now)) return { record: null, result: false };
        return { record: { ...record, lookAt: new Date(now.getTime() + LOOKING_MS) }, result: true };
      }),
    );
  }

  function lookAt(key: CertificateKey, at: Date): Promise<void> {
    return transact(CERTIFICATES_SCOPE, ({ certificates }) =>
      certificates.change(key, (record) => ({ record: record && { ...record, lookAt: at }, result: undefined })),
    );
  }

  function giveUp(key: CertificateKey): Promise<void> {
    return transact(CERTIFICATES_SCOPE, ({ certificates }) =>
      certificates.change(key, (record) => {
        const isNeeded = record === null || record.copies.length > 0;
        return { record: isNeeded ? null : { ...record, lookAt: null }, result: undefined };
      }),
    );
  }

  /** False when files are gone. Whoever stored the certificate may have died before its files were published. */
  async function isServed(record: CertificateRecord, serial: string): Promise<boolean> {
    const pem = await files.read(placeOf(record, null), serial);
    if (pem !== null) await publish(record, pem, null);
    return pem !== null;
  }

  async function look(record: CertificateRecord): Promise<void> {
    const { issued, order, appId, domain, staging } = record;
    if (issued === null || !(await claimLook({ domain, staging }))) return;
    const { serial, names, renewalId } = issued;
    const window = renewalId === null ? null : await authority.renewalWindow(renewalId, staging);
    const renewAt = renewAtOf(issued, window, chanceOf(crypto, serial));
    const now = clock.now();
    if (renewAt > now && (await isServed(record, serial)))
      return lookAt({ domain, staging }, nextLookOf(renewAt, now, chanceOf(crypto, domain)));
    const replaces = { serial, renewalId: window === null ? null : renewalId };
    // The names that worked: a later wish for others may have failed.
    await provision({ appId, domain, staging, order: { ...order, names }, copy: null, replaces });
    logger.info({ domain, replaced: serial }, 'certificate renewed');
  }

  return {
    async renewDue(stopping) {
      for (const record of await views.due(clock.now(), DUE_AT_ONCE)) {
        if (stopping.aborted) return;
        // One that fails has its own next try, and must not keep the others waiting.
        await look(record).catch((error: unknown) => logger.warn({ err: error, certificate: keyOf(record) }, 'not renewed'));
      }
    },
    giveUp,
  };
}
