import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Which addresses the host may call for others: never itself, nor what only answers those who sit beside it. */
export interface CallPolicy {
  /** For development and tests, where handlers run on this machine. */
  readonly allowLoopback: boolean;
  /** The ports that this host listens on: never called on this machine, whatever else is allowed. */
  readonly ownPorts: () => ReadonlySet<number>;
}

/** Why the address (an IP address, as it will be connected to) is not called; null when it may be. */
export function forbiddenReason(address: string, port: number, { allowLoopback, ownPorts }: CallPolicy): string | null {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (NEVER.check(address, family)) return 'The address is link-local, multicast or unspecified.';
  const isLoopback = LOOPBACK.check(address, family);
  if (isLoopback && !allowLoopback) return 'The address is this machine.';
  if ((isLoopback || isOwn(address)) && ownPorts().has(port)) return 'The address is this server itself.';
  return null;
}

/**
 * A BlockList takes an IPv4 address that is mapped into IPv6 (`::ffff:127.0.0.1`) for what it is; the other notations of an IPv4
 * address within an IPv6 one (NAT64, 6to4, the old compatible form) are named here.
 */
const LOOPBACK = blockListOf([
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['::7f00:0', 104, 'ipv6'],
  ['64:ff9b::7f00:0', 104, 'ipv6'],
  ['2002:7f00::', 24, 'ipv6'],
]);

const NEVER = blockListOf([
  ['0.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
  // Metadata of a machine in a cloud.
  ['fd00:ec2::254', 128, 'ipv6'],
  ['::a9fe:0', 112, 'ipv6'],
  ['64:ff9b::a9fe:0', 112, 'ipv6'],
  ['64:ff9b::', 104, 'ipv6'],
  ['2002:a9fe::', 32, 'ipv6'],
  ['2002::', 24, 'ipv6'],
]);

function blockListOf(subnets: readonly (readonly [net: string, prefix: number, family: 'ipv4' | 'ipv6'])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix, family] of subnets) list.addSubnet(net, prefix, family);
  return list;
}

/** Interfaces come and go, so they are asked for each time; only calls that open a connection ask. */
function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some((own) => own.address === address));
}

/**
 * The address that the host of a URL is, without asking anybody: an IP address, or a name of this machine; null for other names.
 * A URL has brought decimal, octal and hexadecimal notations of an address into the usual form already.
 */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return bare;
  return /(?:^|\.)localhost\.?$/i.test(bare) ? '127.0.0.1' : null;
}
