import { z } from 'zod';
import { DomainError } from '../kit/errors.js';

/** Turns a name of any script into the letters of the DNS (UTS #46), as a port; '' when it cannot be one. */
export type ToAscii = (name: string) => string;

/** Labels of letters, digits and hyphens, at least two, the last not a number: an address is no name. */
const NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** As much as anybody types; what it becomes is checked again. */
export const domainNameSchema = z.string().min(1).max(253);

/** More names than this share no certificate (Let's Encrypt). */
export const NAMES_MAX = 100;

/**
 * The name as certificates and files have it: lower case, punycode, without a final dot. Throws `invalid_request`, naming `path`,
 * for anything but a host name of at least two labels; wildcards cannot be proved over HTTP (RFC 8555 §8.3).
 */
export function canonicalName(given: string, toAscii: ToAscii, path: string): string {
  if (given.includes('*')) throw refused(path, 'A wildcard cannot be certified here: name each host.');
  const name = toAscii(given.trim().replace(/\.$/, '')).toLowerCase();
  if (!NAME.test(name)) throw refused(path, 'Must be a host name with at least two labels, such as shop.example.org.');
  return name;
}

/** The domain first, then its other names, each once and in order. */
export function canonicalNames(domain: string, aliases: readonly string[], toAscii: ToAscii): readonly [string, ...string[]] {
  const first = canonicalName(domain, toAscii, 'domain');
  const others = aliases.map((alias, index) => canonicalName(alias, toAscii, `aliases.${index}`));
  return [first, ...[...new Set(others)].filter((name) => name !== first).sort()];
}

function refused(path: string, message: string): DomainError {
  return new DomainError('invalid_request', { issues: [{ path, message }] });
}
