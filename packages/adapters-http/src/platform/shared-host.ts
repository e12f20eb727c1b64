import { parseHost } from '../kit/host-header.js';

/** The hosts that are the platform's own and no establishment's (interfaces B, rule 4). */
export interface SharedHosts {
  has(hostName: string): boolean;
}

/** The apex of the platform's domain, and the host of its public address. */
export function makeSharedHosts({ platformDomain, publicUrl }: { platformDomain: string | null; publicUrl: string }): SharedHosts {
  const hosts = new Set([new URL(publicUrl).host, platformDomain ?? ''].map((host) => parseHost(host)?.name));
  return { has: (hostName) => hosts.has(hostName) };
}
