import { DomainError } from '../kit/errors.js';

/** A host name as the DNS has it, in lower case; '' when there is none for the text. International labels become punycode. */
export type ToAscii = (name: string) => string;

/** Longest name of the DNS (RFC 1035, 2.3.4). */
const NAME_MAX = 253;
/** The name of a file has at most 255 bytes, and `.comptoir-auto.conf` belongs to it. */
const DOMAIN_MAX = 230;

/** Nothing that an address, a path or a percent code could be made of, before anything interprets it. */
const SPELLING = /^[\p{L}\p{M}\p{N}.\-\u00b7\u30fb]{1,253}$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** What programs read as part of an IPv4 address (WHATWG URL, "ends in a number"). */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;

/** The name of a vhost and of its file. Throws `invalid_request` for `domain`. */
export function domainOf(given: string, toAscii: ToAscii): string {
  const domain = hostNameOf(given, toAscii, 'domain');
  if (domain.length > DOMAIN_MAX) throw notAHost('domain', `Must have at most ${DOMAIN_MAX} characters`);
  return domain;
}

/** The names as the DNS has them, without the domain itself. Throws `invalid_request`, also for one that comes twice. */
export function aliasesOf(given: readonly string[], domain: string, toAscii: ToAscii): readonly string[] {
  const taken = new Set([domain]);
  return given.map((name, index) => {
    const alias = hostNameOf(name, toAscii, `aliases.${index}`);
    if (taken.has(alias)) throw notAHost(`aliases.${index}`, 'This name is there already');
    taken.add(alias);
    return alias;
  });
}

/** RFC 1123, 2.1: labels of letters, digits and hyphens. No wildcard, no address. */
function hostNameOf(given: string, toAscii: ToAscii, path: string): string {
  const name = SPELLING.test(given) ? toAscii(given).replace(/\.$/, '') : '';
  const labels = name.split('.');
  const isName = name.length <= NAME_MAX && labels.every((label) => LABEL.test(label)) && !NUMBER.test(labels.at(-1) ?? '');
  if (!isName) throw notAHost(path, 'Must be a host name, such as shop.example');
  return name;
}

function notAHost(path: string, message: string): DomainError {
  return new DomainError('invalid_request', { issues: [{ path, message }] });
}
