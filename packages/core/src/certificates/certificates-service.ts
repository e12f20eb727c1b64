import type { Metric } from '../kit/metrics.js';
import type { CertificateRecord } from './certificate.js';
import type { CertificatePaths } from './certificate-files.js';
import { certificateMetrics } from './certificate-metrics.js';
import { CERTIFICATES_SCOPE, type CertificatesDeps, chanceOf } from './certificates-deps.js';
import { canonicalName, canonicalNames } from './domain-names.js';
import { keyOf, makeIssuing, placeOf } from './issuing.js';
import { makeProvisioning, type Provisioned, type Wish } from './provisioning.js';
import { nextLookOf, renewAtOf } from './renewal.js';

/** What may be asked of `provision`. */
export interface CertificateWish {
  /** In any script and case. */
  readonly domain: string;
  /** Further names on the certificate. */
  readonly aliases?: readonly string[] | undefined;
  /** Of the ACME account. */
  readonly email?: string | undefined;
  /** From the staging directory, into files of its own. */
  readonly staging?: boolean | undefined;
  /** The document root of another web server that answers for the domain: challenges are put there too. */
  readonly webroot?: string | undefined;
  /** Publish the files below this directory too, now and with every renewal. */
  readonly pemDir?: string | undefined;
}

export interface ProvisionedCertificate extends CertificatePaths {
  /** As the files have it: lower case, punycode. */
  readonly domain: string;
  readonly staging: boolean;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Nothing was ordered. */
  readonly reused: boolean;
}

/** Certificates of an ACME directory: had, kept as files, renewed (interfaces C). */
export interface CertificatesService {
  /**
   * A certificate for the names, on disk: the one there is while it serves, else a new one. One order per domain at a time over all
   * processes; others wait for it. Throws `invalid_request`, `issuance_failed` (with the directory's `type` and `detail`) or
   * `issuance_deferred` (with `retry_after_secs`).
   */
  provision(wish: CertificateWish): Promise<ProvisionedCertificate>;
  /** Nobody needs the live certificate any more: it is not renewed. Its files stay. */
  retire(domain: string): Promise<void>;
  /** What `/.well-known/acme-challenge/{token}` answers; null for a token that nobody waits for. */
  keyAuthorization(token: string): Promise<string | null>;
  /** Renews what is due, one after the other, until `stopping`. Safe in any number of processes at once. */
  renewDue(stopping: AbortSignalLike): Promise<void>;
  /** Self-signed, for names that nobody has a certificate for. */
  defaultCertificate(): Promise<CertificatePaths>;
  metrics(): Promise<readonly Metric[]>;
}

/** As much of an AbortSignal as is looked at. */
export interface AbortSignalLike {
  readonly aborted: boolean;
}

/** Of a directory's making (RFC 8555 §8.3: base64url); anything longer is none. */
const TOKEN = /^[A-Za-z0-9_-]{1,128}$/;
const DUE_AT_ONCE = 20;
/** Whoever looks at a certificate has this long until another process may. */
const LOOKING_MS = 600_000;

export function makeCertificatesService(deps: CertificatesDeps): CertificatesService {
  const { authority, clock, crypto, files, logger, toAscii, transact, views } = deps;
  const provisioning = makeProvisioning(deps, makeIssuing(deps));
  const provisionOnce = sharing(provisioning.provision);

  async function wishOf({ domain, aliases = [], email, staging = false, webroot, pemDir }: CertificateWish): Promise<Wish> {
    const names = canonicalNames(domain, aliases, toAscii);
    return {
      domain: names[0],
      staging,
      order: { names, email: email ?? null, webroot: webroot === undefined ? null : await files.allowedDirectory(webroot, 'webroot') },
      copy: pemDir === undefined ? null : await files.allowedDirectory(pemDir, 'pem_dir'),
      replaces: null,
    };
  }

  async function renew(record: CertificateRecord): Promise<void> {
    const { issued, order } = record;
    if (issued === null || !(await claimLook(record))) return;
    const window = issued.renewalId === null ? null : await authority.renewalWindow(issued.renewalId, record.staging);
    const renewAt = renewAtOf(issued, window, chanceOf(crypto, issued.serial));
    const now = clock.now();
    if (renewAt > now) return lookAgain(record, nextLookOf(renewAt, now, chanceOf(crypto, record.domain)));
    const { serial, names, renewalId } = issued;
    await provisionOnce({
      domain: record.domain,
      staging: record.staging,
      // The names that worked: a later wish for others may have failed.
      order: { ...order, names },
      copy: null,
      replaces: { serial, renewalId: window === null ? null : renewalId },
    });
    logger.info({ domain: record.domain, replaced: serial }, 'certificate renewed');
  }

  /** True for the first of several processes. */
  function claimLook(key: CertificateRecord): Promise<boolean> {
    return transact(CERTIFICATES_SCOPE, ({ certificates }) =>
      certificates.change(key, (record) => {
        const now = clock.now();
        if (record?.lookAt == null || record.lookAt > now) return { record: null, result: false };
        return { record: { ...record, lookAt: new Date(now.getTime() + LOOKING_MS) }, result: true };
      }),
    );
  }

  async function lookAgain(key: CertificateRecord, lookAt: Date | null): Promise<void> {
    await transact(CERTIFICATES_SCOPE, ({ certificates }) =>
      certificates.change(key, (record) => ({ record: record && { ...record, lookAt }, result: undefined })),
    );
  }

  return {
    async provision(wish) {
      const wanted = await wishOf(wish);
      const { issued, reused } = await provisionOnce(wanted);
      const { domain, staging } = wanted;
      return {
        domain,
        staging,
        notBefore: issued.notBefore,
        notAfter: issued.notAfter,
        ...files.paths(placeOf(wanted, wanted.copy)),
        reused,
      };
    },

    async retire(given) {
      const domain = canonicalName(given, toAscii, 'domain');
      const record = await views.get({ domain, staging: false });
      if (record !== null) await lookAgain(record, null);
    },

    keyAuthorization: async (token) => (TOKEN.test(token) ? views.challenge(token, clock.now()) : null),

    async renewDue(stopping) {
      for (const record of await views.due(clock.now(), DUE_AT_ONCE)) {
        if (stopping.aborted) return;
        // One that fails has its own next try, and must not keep the others waiting.
        await renew(record).catch((error: unknown) => logger.warn({ err: error, certificate: keyOf(record) }, 'not renewed'));
      }
    },

    defaultCertificate: () => files.defaultCertificate(),
    metrics: async () => certificateMetrics(await views.all(), clock.now()),
  };
}

/** Callers of this process that want the same at the same time share one look at it: a thousand of them are one. */
function sharing(provision: (wish: Wish) => Promise<Provisioned>): (wish: Wish) => Promise<Provisioned> {
  const running = new Map<string, Promise<Provisioned>>();
  return (wish) => {
    const name = JSON.stringify([keyOf(wish), wish.order, wish.copy, wish.replaces]);
    const known = running.get(name);
    if (known !== undefined) return known;
    const mine = provision(wish).finally(() => running.delete(name));
    running.set(name, mine);
    return mine;
  };
}
