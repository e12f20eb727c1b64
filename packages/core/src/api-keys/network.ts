/**
 * Networks in CIDR notation (RFC 4632, RFC 4291) and the addresses within them. An IPv4 address that IPv6 carries
 * (`::ffff:203.0.113.7`) is that IPv4 address: a server that listens on both families sees it so.
 */

interface Address {
  readonly version: 4 | 6;
  readonly value: bigint;
}

interface Network extends Address {
  readonly prefix: number;
}

const BITS = { 4: 32, 6: 128 } as const;
/** The bits in front of an IPv4 address within IPv6: 80 times 0, 16 times 1. */
const MAPPED_PREFIX = 96;
const MAPPED = 0xffffn;

/** True for `203.0.113.0/24` or `2001:db8::/32`: an address, a length that fits it, and nothing set beyond that length. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== null;
}

/** True when the address lies within one of the networks. What is no address lies nowhere; what is no network holds nothing. */
export function isWithin(addressText: string, networks: readonly string[]): boolean {
  const address = parseAddress(withoutZone(addressText));
  if (address === null) return false;
  return networks.some((text) => {
    const network = parseNetwork(text);
    return network !== null && contains(network, address);
  });
}

function contains({ version, value, prefix }: Network, address: Address): boolean {
  const hostBits = BigInt(BITS[version] - prefix);
  return address.version === version && address.value >> hostBits === value >> hostBits;
}

function parseNetwork(text: string): Network | null {
  const [addressText = '', length = '', ...rest] = text.split('/');
  const raw = parseRaw(addressText);
  if (raw === null || rest.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(length)) return null;
  const network = unmapped({ ...raw, prefix: Number(length) });
  if (network.prefix > BITS[network.version]) return null;
  const hostBits = BigInt(BITS[network.version] - network.prefix);
  return (network.value >> hostBits) << hostBits === network.value ? network : null;
}

function parseAddress(text: string): Address | null {
  const raw = parseRaw(text);
  return raw === null ? null : unmapped({ ...raw, prefix: BITS[raw.version] });
}

/** IPv4 where IPv6 only carries it. A network that reaches beyond the carried addresses stays what it is. */
function unmapped(network: Network): Network {
  const { version, value, prefix } = network;
  if (version === 4 || prefix < MAPPED_PREFIX || value >> 32n !== MAPPED) return network;
  return { version: 4, value: BigInt.asUintN(32, value), prefix: prefix - MAPPED_PREFIX };
}

function parseRaw(text: string): Address | null {
  const version = text.includes(':') ? 6 : 4;
  const value = version === 4 ? parseV4(text) : parseV6(text);
  return value === null ? null : { version, value };
}

function parseV4(text: string): bigint | null {
  const parts = text.split('.');
  // No leading zeros: some read them as octal.
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) return null;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function parseV6(text: string): bigint | null {
  const halves = withHexTail(text)?.split('::') ?? [];
  const [head, tail] = halves.map((half) => (half === '' ? [] : half.split(':')));
  if (head === undefined || halves.length > 2) return null;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...(tail ?? [])];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

/** An IPv4 address at the end (`::ffff:203.0.113.7`) as two groups of hexadecimal digits. Null when it is none. */
function withHexTail(text: string): string | null {
  if (!text.includes('.')) return text;
  const start = text.lastIndexOf(':') + 1;
  const value = parseV4(text.slice(start));
  return value === null ? null : `${text.slice(0, start)}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}

/** `fe80::1%eth0` names the interface too, which no network does. */
function withoutZone(text: string): string {
  return text.includes(':') ? (text.split('%')[0] ?? '') : text;
}
