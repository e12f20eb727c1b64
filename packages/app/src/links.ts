import { shopWebhookPath } from '@comptoir/adapters-http/platform/shop-webhook-routes.js';
import {
  bookingPath,
  boutiquePath,
  cartePath,
  invoicePath,
  managePath,
  newsletterPath,
  orderPath,
  payPath,
  payReturnPath,
  sentOrderPath,
  ticketsPath,
  vendorPortalPath,
} from '@comptoir/adapters-http/web/page-paths.js';
import type { Links } from '@comptoir/core/service-deps.js';
import { hasBoutique } from '@comptoir/core/sites/site.js';
import type { PublicUrls } from './addresses.js';

/** Addresses of the pages, for answers and mails; always from configuration, never from a request. */
export function makeLinks({ storefront, platform }: PublicUrls): Links {
  return {
    booking: (slug, orderId, language) => `${storefront}${bookingPath(slug, orderId, language)}`,
    tracking: (slug, orderId, channel) =>
      `${storefront}${channel === 'ticketing' ? bookingPath(slug, orderId, 'fr') : orderPath(slug, orderId, channel)}`,
    sentOrder: (slug, token, language) => `${storefront}${sentOrderPath(slug, token, language)}`,
    pay: (slug, orderId, channel) => `${storefront}${payPath(slug, orderId, channel)}`,
    payReturn: (slug, orderId, provider, channel) => `${storefront}${payReturnPath(slug, orderId, provider, channel)}`,
    paymentWebhook: (provider) => `${storefront}/api/payments/${encodeURIComponent(provider)}/webhook`,
    shopItem: (slug, itemId) => `${storefront}${boutiquePath(slug, itemId)}`,
    tickets: (slug, language, target) => `${storefront}${ticketsPath(slug, language, target)}`,
    home: ({ slug, trade }) => `${storefront}${hasBoutique(trade) ? boutiquePath(slug) : cartePath(slug)}`,
    confirmSubscription: (token) => `${storefront}${newsletterPath('confirm', token)}`,
    unsubscribe: (token) => `${storefront}${newsletterPath('unsubscribe', token)}`,
    menu: (slug) => `${storefront}${cartePath(slug)}`,
    picture: (pathOrAddress) => pictureAddress(pathOrAddress, storefront),
    verifyEmail: (token) => `${platform}${managePath('verify', { token })}`,
    resetPassword: (token) => `${platform}${managePath('reset', { token })}`,
    onboard: (payload) => `${platform}${managePath('onboard', { d: payload })}`,
    invoice: (token, language) => `${storefront}${invoicePath(token, language)}`,
    vendorPortal: (token, language) => `${storefront}${vendorPortalPath(token, language)}`,
    shopWebhook: (slug, entity) => `${platform}${shopWebhookPath(entity)}?site=${encodeURIComponent(slug)}`,
    login: () => `${platform}${managePath('login')}`,
  };
}

function pictureAddress(pathOrAddress: string, base: string): string | null {
  if (!URL.canParse(pathOrAddress, base)) return null;
  const { protocol, href } = new URL(pathOrAddress, base);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
