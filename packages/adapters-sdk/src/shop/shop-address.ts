import { ShopFault } from '@comptoir/core/shop-sync/shop-gateway.js';
import type { CallPolicy } from '../push/callable-address.js';
import { faultOfUrl } from '../push/callable-url.js';

/** Where the web service of a shop is, and its pictures. */
export interface ShopAddress {
  readonly origin: string;
  /** Of the web service, such as `/boutique/api`. */
  readonly path: string;
  /** Of the shop, without a slash at its end. */
  readonly base: string;
  readonly isEncrypted: boolean;
}

/** Of what a merchant has entered; the address of the web service itself is understood too. Throws `ShopFault` (`unusable`). */
export function shopAddress(url: string, policy: CallPolicy): ShopAddress {
  const text = url.trim();
  const fault = faultOfUrl(text, policy);
  if (fault !== null) throw new ShopFault('unusable', `The address of the shop cannot be called: ${fault}`);
  const { origin, pathname, protocol } = new URL(text);
  const folder = pathname.replace(/\/+$/, '').replace(/\/api$/, '');
  return { origin, path: `${folder}/api`, base: `${origin}${folder}`, isEncrypted: protocol === 'https:' };
}
