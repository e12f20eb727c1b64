import type { Metric } from '../kit/metrics.js';
import type { CertificateKey, CertificateRecord } from './certificate.js';
import type { CertificatePaths } from './certificate-files.js';
import { certificateMetrics } from './certificate-metrics.js';
import type { CertificatesDeps } from './certificates-deps.js';
import { canonicalName, canonicalNames } from './domain-names.js';
import { keyOf } from './held-order.js';
import { isForgotten } from './issuance.js';
import { makeIssuing } from './issuing.js';
import { makeProvisioning, type Provisioned, type Provisioning, type Wish } from './provisioning.js';
import { makePublishing, placeOf } from './publishing.js';
import { makeRemoval, type Removal } from './removal.js';
import { makeRenewals, type Renewals } from './renewals.js';

/** What may be asked of `provision`. */
export interface CertificateWish {
  /** Who asks. The first one to have the certificate is the only one to have its files elsewhere, too. */
  readonly appId: string;
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
  /** Called when the directory is going to be asked; not for a call that shares the order of another one. */
  readonly onOrder?: (() => void) | undefined;
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

/** A certificate that somebody has, or wanted and could not have. */
export interface KeptCertificate extends Pick<CertificateRecord, 'domain' | 'staging' | 'issued' | 'failure'>, CertificatePaths {
  /** It is renewed before it ends, without anybody asking. */
  readonly isRenewed: boolean;
}

/** Certificates of an ACME directory: had, kept as files, renewed, removed (interfaces C). */
export interface CertificatesService extends Pick<Renewals, 'renewDue'>, Removal {
  /**
   * A certificate for the names, on disk: the one there is while it serves, else a new one. One order per domain at a time over all
   * processes; others wait for it. Throws `invalid_request`, `forbidden` (another app's files elsewhere), `issuance_failed` (with the directory's `type` and `detail`) or
   * `issuance_deferred` (with `retry_after_secs`).
   */
  provision(wish: CertificateWish): Promise<ProvisionedCertificate>;
  /** Those of the app, by domain. */
  list(appId: string): Promise<readonly KeptCertificate[]>;
  /** Throws `invalid_request`. */
  keyOf(domain: string, staging: boolean): CertificateKey;
  /** Whether the path is that of one of the certificate's files. */
  hasFile(key: CertificateKey, path: string): boolean;
  /** Where the live certificate of a domain, in the letters of the DNS, is or will be. */
  pathsOf(domain: string): CertificatePaths;
  /** No site needs the live certificate any more: it is not renewed, unless it is published in a directory of an app. Its files stay. */
  retire(domain: string): Promise<void>;
  /** What `/.well-known/acme-challenge/{token}` answers; null for a token that nobody waits for. */
  keyAuthorization(token: string): Promise<string | null>;
  metrics(): Promise<readonly Metric[]>;
}

/** Of a directory's making (RFC 8555 §8.3: base64url); anything longer is none. */
const TOKEN = /^[A-Za-z0-9_-]{1,128}$/;

export function makeCertificatesService(deps: CertificatesDeps): CertificatesService {
  const { clock, files, toAscii, views } = deps;
  const publishing = makePublishing(deps);
  const provisioning = makeProvisioning(deps, makeIssuing(deps, publishing), publishing);
  const provisionOnce = sharing(provisioning.provision);
  const renewals = makeRenewals(deps, provisionOnce, publishing);
  const { remove } = makeRemoval(deps);

  async function wishOf({ appId, domain, aliases = [], email, staging = false, webroot, pemDir }: CertificateWish): Promise<Wish> {
    const names = canonicalNames(domain, aliases, toAscii);
    return {
      appId,
      domain: names[0],
      staging,
      order: { names, email: email ?? null, webroot: webroot === undefined ? null : await files.allowedDirectory(webroot, 'webroot') },
      copy: pemDir === undefined ? null : await files.allowedDirectory(pemDir, 'pem_dir'),
      replaces: null,
    };
  }

  return {
    async provision(wish) {
      const wanted = await wishOf(wish);
      const { issued, reused } = await provisionOnce(wanted, wish.onOrder);
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

    async list(appId) {
      const now = clock.now();
      const own = (await views.all()).filter((record) => record.appId === appId && !isForgotten(record, now));
      return own.map(({ domain, staging, issued, failure, lookAt }) => {
        return { domain, staging, issued, failure, isRenewed: lookAt !== null, ...files.paths(placeOf({ domain, staging }, null)) };
      });
    },

    remove,
    keyOf: (domain, staging) => ({ domain: canonicalName(domain, toAscii, 'domain'), staging }),
    hasFile: (key, path) => files.has(placeOf(key, null), path),
    pathsOf: (domain) => files.paths(placeOf({ domain, staging: false }, null)),

    async retire(given) {
      const domain = canonicalName(given, toAscii, 'domain');
      await renewals.giveUp({ domain, staging: false });
    },

    keyAuthorization: async (token) => (TOKEN.test(token) ? views.challenge(token, clock.now()) : null),

    renewDue: renewals.renewDue,
    metrics: async () => certificateMetrics(await views.all(), clock.now()),
  };
}

/** Callers of this process that want the same at the same time share one look at it: a thousand of them are one. */
function sharing(provision: Provisioning['provision']): Provisioning['provision'] {
  const running = new Map<string, Promise<Provisioned>>();
  return (wish, onOrder) => {
    const name = JSON.stringify([keyOf(wish), wish.appId, wish.order, wish.copy, wish.replaces]);
    const known = running.get(name);
    if (known !== undefined) return known;
    const mine = provision(wish, onOrder).finally(() => running.delete(name));
    running.set(name, mine);
    return mine;
  };
}
