import { isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { SiteTarget } from '@comptoir/core/vhosts/vhost.js';
import { notAllowed } from './allowed-path.js';

const FIELD = 'proxy_pass';
/** Before a URL parser makes something else of it: scheme, host, port, and at most the bare path. */
const SPELLING = /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?\/?$/;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const THIS_MACHINE = /^(?:127\.|0\.0\.0\.0$|::1?$|::ffff:)/;

type Proxy = Extract<SiteTarget, { kind: 'proxy' }>;

export interface ProxyRules {
  /** The port of the SDK host: a vhost in front of it would open it to the world. */
  readonly sdkPort: number;
  /** Name servers; without one there is nobody to look a name up while requests come in. */
  readonly resolvers: readonly string[];
}

/** The server behind a vhost. Throws `invalid_request`. */
export function proxyTarget(given: string, { sdkPort, resolvers }: ProxyRules): Proxy {
  const url = SPELLING.test(given) && URL.canParse(given) ? new URL(given) : null;
  if (url === null) throw notAllowed(FIELD, 'Must be an address alone, such as http://127.0.0.1:4000');
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  const host = hostOf(url);
  const port = Number(url.port) || (scheme === 'https' ? 443 : 80);
  if (port === sdkPort && isThisMachine(host)) throw notAllowed(FIELD, "Must not be the platform's own port");
  if (isIP(host) === 0 && resolvers.length === 0) throw notAllowed(FIELD, 'Must be an address: this machine has no name server');
  return { kind: 'proxy', scheme, host, port };
}

function hostOf({ hostname }: URL): string {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  // Name servers need not know it, and it means one thing.
  if (host === 'localhost') return '127.0.0.1';
  if (isIP(host) === 0 && !HOST_NAME.test(host)) throw notAllowed(FIELD, 'Must name a host');
  return host;
}

/** A name can lead here whenever it likes. */
function isThisMachine(host: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));
  return isIP(host) === 0 || THIS_MACHINE.test(host) || own.includes(host);
}

/** The name servers in the text of resolv.conf(5), as nginx writes addresses. One of a single interface is left out. */
export function resolversIn(resolvConf: string): readonly string[] {
  const addresses = [...resolvConf.matchAll(/^nameserver\s+(\S+)/gm)].map(([, address = '']) => address);
  return addresses
    .filter((address) => isIP(address) !== 0 && !address.includes('%'))
    .map((address) => (isIPv6(address) ? `[${address}]` : address));
}
