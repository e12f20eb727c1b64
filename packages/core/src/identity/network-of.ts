/**
 * The part of a client's address that stands for one customer of a network: an IPv4 address as it is, the first 64 bits of an IPv6
 * address (RFC 6177: everybody has at least 2^64 of them). What is no address stays as it is.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = address.includes('::') ? [...left, ...zeros, ...right] : left;
  return `${groups.slice(0, 4).map(canonical).join(':')}::/64`;
}

/** Without leading zeros, in lower case. */
function canonical(group: string): string {
  return group.toLowerCase().replace(/^0+(?=.)/, '');
}
