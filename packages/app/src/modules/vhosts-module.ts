import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import { makeNginx } from '@comptoir/adapters-sdk/nginx/make-nginx.js';
import type { CertificatePorts } from '@comptoir/core/certificates/certificates-deps.js';
import type { VhostPorts } from '@comptoir/core/vhosts/vhosts-service.js';
import type { WebServer } from '@comptoir/core/vhosts/web-server.js';
import { ContainerModule } from 'inversify';
import type { PublicUrls } from '../addresses.js';
import type { Config } from '../config.js';
import { privatePathsOf } from '../data-directory.js';
import { findNginx } from '../find-nginx.js';
import { TOKENS } from '../tokens.js';

/** Well below the lease that publishing holds. */
const RELOAD_LIMIT_MS = 10_000;

/** Virtual hosts on the nginx of this machine. */
export function vhostsModule(): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(TOKENS.vhosts).toResolvedValue(vhostsOf, [TOKENS.config, TOKENS.publicUrls, TOKENS.certificates]).inSingletonScope();
  });
}

function vhostsOf(config: Config, publicUrls: PublicUrls, { files }: CertificatePorts): VhostPorts {
  return {
    webServer: nginxOf(config, publicUrls, files),
    toAscii: domainToASCII,
    reservedHosts: reservedHostsOf(config, publicUrls),
    pause,
  };
}

function nginxOf(config: Config, { sdk, edge }: PublicUrls, certificates: CertificatePorts['files']): WebServer {
  const { vhosts } = config;
  return makeNginx({
    program: findNginx(process.env['PATH'] ?? '') ?? 'nginx',
    configuration: vhosts.nginxConfiguration,
    directory: vhosts.directory,
    roots: vhosts.roots,
    certificateDirectory: vhosts.certificateDirectory,
    phpSocketDirectories: vhosts.phpSocketDirectories,
    privatePaths: privatePathsOf(config),
    ports: vhosts.nginxPorts,
    ipv6: hasIpv6(),
    sdkOrigin: sdk,
    edgePort: Number(new URL(edge).port),
    fallbackCertificate: certificates.defaultCertificate,
    reloadLimitMs: RELOAD_LIMIT_MS,
    signal: (pid, signal) => process.kill(pid, signal),
  });
}

function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'));
}

/** The back office and the shops are the platform's: an app that answered for them would be handed everybody's sessions. */
function reservedHostsOf({ platformDomain }: Config, { storefront, platform }: PublicUrls): ReadonlySet<string> {
  const own = [storefront, platform].map((url) => new URL(url).hostname);
  return new Set(platformDomain === null ? own : [platformDomain, ...own]);
}
