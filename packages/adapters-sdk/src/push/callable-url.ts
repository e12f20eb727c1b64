import { type CallPolicy, forbiddenReason, literalAddress } from './callable-address.js';

/** Faults of an address that can be seen without calling it; null when there are none. */
export function faultOfUrl(text: string, policy: CallPolicy): string | null {
  if (!URL.canParse(text)) return 'Must be a URL';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'Must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'Must not carry a user name or a password';
  const address = literalAddress(url.hostname);
  return address === null ? null : forbiddenReason(address, portOf(url), policy);
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
