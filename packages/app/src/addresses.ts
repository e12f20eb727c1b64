import { isIPv6 } from 'node:net';
import type { Config, HostName } from './config.js';

/** The origin under which others reach each host, without a trailing slash. */
export type PublicUrls = Readonly<Record<HostName, string>>;

const LOOPBACK = '127.0.0.1';
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** sdk and edge trust their callers for being on this machine, so nothing can make them listen elsewhere. */
export function bindAddressOf(config: Config, name: HostName): string {
  return name === 'storefront' || name === 'platform' ? config.host : LOOPBACK;
}

/** `http://host:port`; an address that means "all of them" is reached on loopback. */
export function originOf(address: string, port: number): string {
  const reachable = WILDCARDS.has(address) ? LOOPBACK : address;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}

/** The configured addresses, else where the hosts listen, else (for a host of another process) where they would. */
export function publicUrlsOf(config: Config, listening: ReadonlyMap<HostName, string>): PublicUrls {
  const urlOf = (name: HostName, configured: string | null) =>
    configured ?? listening.get(name) ?? originOf(bindAddressOf(config, name), config.ports[name]);
  return {
    storefront: urlOf('storefront', config.publicUrls.storefront),
    platform: urlOf('platform', config.publicUrls.platform),
    sdk: urlOf('sdk', null),
    edge: urlOf('edge', null),
  };
}

/** Where the hosts listen, and where those of other processes would: what no app can have called. */
export function ownPortsOf(config: Config, listening: ReadonlyMap<HostName, string>): ReadonlySet<number> {
  const open = [...listening.values()].map((origin) => Number(new URL(origin).port));
  return new Set([...open, ...Object.values(config.ports)].filter((port) => port !== 0));
}
