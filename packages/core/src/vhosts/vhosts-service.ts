import { DomainError } from '../kit/errors.js';
import type { Metric } from '../kit/metrics.js';
import type { CertificateSource } from './certificate-source.js';
import { countReloads } from './counted-reloads.js';
import { aliasesOf, domainOf, type ToAscii } from './host-name.js';
import { hostTaken, refuseTakenNames } from './plan-edit.js';
import { prepareSite } from './prepared-site.js';
import { makePublisher, type PublisherDeps } from './publisher.js';
import { withLease } from './publishing-lease.js';
import { type Reconciliation, reconcile } from './reconcile.js';
import { hostsOf, type Vhost } from './vhost.js';
import { targetRequestOf, type VhostAutoInput, type VhostInput } from './vhost-contract.js';
import { vhostMetrics } from './vhost-metrics.js';
import type { VhostViews } from './vhost-store.js';

/** Virtual hosts of the apps on this machine (interfaces C, decisions §7). */
export interface VhostsService {
  /**
   * Publishes a vhost with a certificate of the app's. The same once more changes nothing. Throws `invalid_request`,
   * `host_taken`, `config_rejected` or `nginx_unavailable`.
   */
  upsert(appId: string, input: VhostInput): Promise<PublishedVhost>;
  /** The same with a certificate that the platform provides and keeps. Throws also what the issuance is refused with. */
  upsertAutomatic(appId: string, input: VhostAutoInput): Promise<PublishedVhost & { readonly certReused: boolean }>;
  /** `removed` is false when there was none. Throws `host_taken` when it is another app's, or `nginx_unavailable`. */
  remove(appId: string, domain: string): Promise<RemovedVhost>;
  /**
   * Where this machine has a web server for vhosts, it answers challenges of the certificate authority from here on, for any name. Never rejects:
   * something else may answer them.
   */
  answerChallenges(): Promise<void>;
  /**
   * Runs `work` unless a vhost is served with one of the files, and while none can be published. Throws `in_use`, or `nginx_unavailable` when
   * others publish for too long.
   */
  whileUnused<Result>(isFile: (path: string) => boolean, work: () => Promise<Result>): Promise<Result>;
  /** Where the files of a name are; null unless it belongs to a vhost of files. */
  rootOf(host: string): Promise<string | null>;
  /** Brings the web server's files in line with the database: at boot, and now and then. Throws `nginx_unavailable`. */
  reconcile(): Promise<Reconciliation>;
  metrics(): Promise<readonly Metric[]>;
}

/** `pid`: the web server's process, which has the change. */
export interface PublishedVhost {
  readonly domain: string;
  readonly vhostPath: string;
  readonly certPath: string;
  readonly keyPath: string;
  readonly pid: number;
}

export interface RemovedVhost {
  readonly domain: string;
  readonly removed: boolean;
  readonly pid: number;
}

/** What virtual hosts need of this machine. */
export type VhostPorts = Pick<VhostsDeps, 'webServer' | 'toAscii' | 'reservedHosts' | 'pause'>;

export interface VhostsDeps extends PublisherDeps {
  readonly certificates: CertificateSource;
  readonly toAscii: ToAscii;
  /** Names that no app can have: the platform's own, as the DNS has them. */
  readonly reservedHosts: ReadonlySet<string>;
}

type NamesAndTarget = Pick<Vhost, 'domain' | 'appId' | 'aliases' | 'target'>;
type Certificate = Pick<Vhost, 'certPath' | 'keyPath' | 'automatic'>;

/** Made once per process: calls that come together are published together. */
export function makeVhostsService(given: VhostsDeps): VhostsService {
  const { webServer, counts } = countReloads(given.webServer, given.clock);
  const deps = { ...given, webServer };
  const publisher = makePublisher(deps);
  const { views, certificates, toAscii, clock, logger } = deps;

  const vhostOf = (site: NamesAndTarget, certificate: Certificate): Vhost => {
    return { ...site, ...certificate, quarantine: null, updatedAt: clock.now() };
  };

  async function publish(site: NamesAndTarget, certificate: Certificate): Promise<PublishedVhost> {
    const vhost = vhostOf(site, certificate);
    const { pid } = await publisher.publish({ kind: 'put', vhost });
    const { domain, appId, certPath, keyPath } = vhost;
    logger.info({ domain, appId, target: vhost.target.kind }, 'published a virtual host');
    return { domain, vhostPath: webServer.pathOf((await webServer.fileOf(vhost)).name), certPath, keyPath, pid };
  }

  /** The authority asks this machine about the name before there is a vhost; without any, nobody would answer it. */
  async function answerChallenges(): Promise<void> {
    const { name, text } = await webServer.commonFile();
    if ((await webServer.files.read(name)) !== text) await publisher.publish({ kind: 'common' });
  }

  /** A certificate that the platform got for a vhost is renewed for as long as one refers to it. */
  async function retireUnused(domain: string): Promise<void> {
    const { certPath } = certificates.pathsOf(domain);
    const isUsed = (await views.all()).some((vhost) => vhost.certPath === certPath);
    if (!isUsed) await certificates.retire(domain);
  }

  return {
    async upsert(appId, input) {
      const domain = domainOf(input.domain, toAscii);
      const aliases = aliasesOf(input.aliases, domain, toAscii);
      refuseReserved(deps, [domain, ...aliases]);
      const target = await webServer.sites.targetOf(targetRequestOf(input, domain));
      await webServer.sites.checkCertificate([domain, ...aliases], input.cert_path, input.key_path);
      const certificate = { certPath: input.cert_path, keyPath: input.key_path, automatic: false };
      const before = await views.get(domain);
      const published = await publish({ domain, appId, aliases, target }, certificate);
      if (before?.automatic) await retireUnused(domain);
      return published;
    },

    async upsertAutomatic(appId, { domain: given, root, email }) {
      const site = { domain: domainOf(given, toAscii), appId, aliases: [] };
      refuseReserved(deps, hostsOf(site));
      const target = await webServer.sites.targetOf({ kind: 'static', root });
      // All that can be refused, before the certificate authority is asked: it counts the certificates of a name.
      await refuseOthersSite(views, site);
      await webServer.running();
      await answerChallenges();
      const named = { ...site, target };
      const prepared = prepareSite(publisher, logger, () => vhostOf(named, { ...certificates.pathsOf(site.domain), automatic: true }));
      try {
        const request = { ...site, ...(email !== undefined && { email }), onOrder: prepared.begin };
        const { certPath, keyPath, reused } = await certificates.provision(request);
        await prepared.settled();
        return { ...(await publish(named, { certPath, keyPath, automatic: true })), certReused: reused };
      } catch (error) {
        await prepared.withdraw();
        throw error;
      }
    },

    whileUnused: (isFile, work) =>
      withLease(deps, async () => {
        const isUsed = (await views.all()).some(({ certPath, keyPath }) => isFile(certPath) || isFile(keyPath));
        if (isUsed) throw new DomainError('in_use', { message: 'A virtual host is served with this certificate.' });
        return work();
      }),

    async remove(appId, given) {
      const domain = domainOf(given, toAscii);
      const present = await views.get(domain);
      const { pid, existed } = await publisher.publish({ kind: 'remove', domain, appId });
      if (existed && present?.automatic) await retireUnused(domain);
      if (existed) logger.info({ domain, appId }, 'removed a virtual host');
      return { domain, removed: existed, pid };
    },

    async answerChallenges() {
      if (!(await webServer.isSetUp())) return;
      await answerChallenges().catch((error: unknown) => logger.warn({ err: error }, 'the web server could not be told of challenges'));
    },

    async rootOf(host) {
      const domain = (await views.domainsOf([host])).get(host);
      const vhost = domain === undefined ? null : await views.get(domain);
      return vhost?.target.kind === 'static' ? vhost.target.root : null;
    },

    reconcile: () => reconcile(deps),
    metrics: async () => vhostMetrics(await views.count(), counts()),
  };
}

function refuseReserved({ reservedHosts }: VhostsDeps, hosts: readonly string[]): void {
  const reserved = hosts.find((host) => reservedHosts.has(host));
  if (reserved !== undefined) throw hostTaken(reserved);
}

/** The same is asked again when it is published: the answer can change while a certificate is on its way. */
async function refuseOthersSite(views: VhostViews, site: Pick<Vhost, 'domain' | 'appId' | 'aliases'>): Promise<void> {
  const present = await views.get(site.domain);
  if (present !== null && present.appId !== site.appId) throw hostTaken(site.domain);
  await refuseTakenNames(views, site);
}
